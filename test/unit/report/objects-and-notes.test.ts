import { describe, expect, it } from 'vitest';
import { configuration, endpoint, endpointChange, key, keyChange, planJson } from './plan-json';
import { reportOn } from './report-on';

describe('what a report says of objects', () => {
  const gone = { actions: ['delete'], before: key() };
  const because = (action_reason: string) => ({ ...gone, more: { action_reason } });
  const both = { before: key(), after: key({ name: 'x' }) };
  const by = (importing: object) => ({ ...both, actions: ['update'], moreOfChange: { importing } });
  const imported = { action: 'update', importedId: 'key_1' };
  const moved = { ...both, actions: ['no-op'], more: { previous_address: 'svc_api_key.old' } };
  const read = { actions: ['read'], after: key(), more: { mode: 'data' } };
  it.each([
    ['a moved object', moved, { action: 'move', movedFrom: 'svc_api_key.old' }],
    ['an import', by({ id: 'key_1' }), { ...imported, object: { label: 'ci' } }],
    ['an import by identity', by({ identity: { id: 'key_1' } }), imported],
    ['a data source', read, { action: 'read', object: { kind: 'data-source' }, sentences: [] }],
    ['a forgotten object', { actions: ['forget'], before: key() }, { action: 'forget' }],
    ['a deposed object', { ...gone, more: { deposed: 'abcd' } }, { action: 'delete', deposed: 'abcd' }],
    ['a replacement', { ...both, actions: ['create', 'delete'] }, { action: 'replace' }],
    ['a replacement that forgets', { ...both, actions: ['create', 'forget'] }, { action: 'replace' }],
    ['a reason of any version', because('delete_because_of_x'), { reason: 'delete because of x' }],
    ['a reason that is none', because('Because of <x>'), { reason: null }],
  ])('%s', (_, fields, expected) => {
    expect(reportOn(planJson([keyChange(fields)])).changes).toMatchObject([expected]);
  });

  it('names the alias and the platform of the provider, also of nested modules with keys and another local name', () => {
    const provider_config_key = 'module.a.module.b:own.backup';
    const resource = { address: 'svc_api_key.ci', type: 'svc_api_key', provider_config_key };
    const calls = (name: string, module: object) => ({ module_calls: { [name]: { module } } });
    const other = { address: 'svc_api_key.a', type: 'svc_api_key', provider_config_key: 'svc' };
    const root_module = calls('a', calls('b', { resources: [other, resource] }));
    const expressions = { base_url: { constant_value: 'https://b.example' } };
    const provider = { name: 'own', alias: 'backup', module_address: 'module.a.module.b', expressions };
    const provider_config = { svc: { name: 'svc' }, [provider_config_key]: provider };
    const nested = { configuration: { provider_config, root_module } };
    const address = 'module.a["x.y[0]"].module.b.svc_api_key.ci[2]';
    const change = keyChange({ actions: ['create'], after: key(), address });
    const { changes, plan } = reportOn(planJson([change], nested));
    expect(changes).toMatchObject([{ object: { providerAlias: 'backup' } }]);
    expect(plan.platforms).toEqual([{ provider: 'module.a.module.b.own.backup', host: 'b.example' }]);
  });

  it('names no platform of a provider block without base_url', () => {
    const block = { address: 'svc_api_key.ci', type: 'svc_api_key' };
    const platforms = (expressions: object) =>
      reportOn(planJson([], configuration(block, { ...expressions }))).plan.platforms;
    expect(platforms({ api_key: { references: ['var.key'] } })).toEqual([]);
    expect(platforms({ base_url: { constant_value: null } })).toEqual([]);
    // A function without references has an empty expression.
    for (const expression of [{ references: ['local.url'] }, {}])
      expect(platforms({ base_url: expression })).toEqual([{ provider: 'svc', host: null }]);
  });

  it.each([
    [['backup'], 'backup'],
    [['backup', 'other'], null],
  ])('a key whose block is gone, with the provider blocks %j, is of %s', (aliases, alias) => {
    const blocks = aliases.map(name => [`svc.${name}`, { name: 'svc', alias: name, expressions: {} }]);
    const configuration = { provider_config: Object.fromEntries(blocks) };
    const change = keyChange({ actions: ['delete'], before: key() });
    const [shown] = reportOn(planJson([change], { configuration })).changes;
    expect(shown?.object.providerAlias).toBe(alias);
  });

  it.each([
    ['registry.terraform.io/svc/svc', 'Terraform'],
    ['registry.opentofu.org/svc/svc', 'OpenTofu'],
  ])('a plan with a provider of %s, wherever the plan has it, is one of %s', (provider_name, product) => {
    const change = { ...keyChange({ actions: ['no-op'], before: key(), after: key() }), provider_name };
    const configuration = { provider_config: { a: {}, other: { full_name: provider_name } } };
    const variables = { v: { value: 'registry.opentofu.org/' } };
    for (const place of [{ resource_changes: [change] }, { resource_drift: [change] }, { configuration }])
      expect(reportOn(planJson([], { ...place, variables })).plan.product).toBe(product);
  });

  it('lists what changes, forces a replacement or is known after apply, without a number or a short text that is a secret', () => {
    const texts = Array(9).fill(`x${'😀'.repeat(99)}`);
    const change = keyChange({
      actions: ['delete', 'create'],
      before: key({ id: undefined, list: texts, m: 'x', name: 'ab', rotation: { after_days: 1 } }),
      after: key({ id: undefined, m: { a: 1 }, name: 'cd', rotation: { after_days: 12345 } }),
      unknown: { id: true },
      beforeSensitive: { name: true },
      afterSensitive: {},
      moreOfChange: { replace_paths: [['m'], ['rotation', 'after_days']] },
    });
    const secret = configuration({}, {}, { variables: { v: { sensitive: true } } });
    const report = reportOn(planJson([change], { ...secret, variables: { v: { value: 12345 } } }));
    expect(report.changes[0]?.differences).toMatchObject([
      { path: 'id', before: { is: 'absent' }, after: { is: 'unknown' } },
      // Of a character of two units, a shortened text holds both or none.
      { path: 'list', before: { text: expect.stringMatching(/[^\ud800-\udbff]…$/) } },
      { path: 'm', before: { text: '"x"' }, after: { text: '{"a":1}' }, forcesReplacement: true },
      { path: 'name', after: { is: 'sensitive' }, forcesReplacement: false },
      { path: 'rotation.after_days', after: { text: '"(sensitive)"' }, forcesReplacement: true },
    ]);
  });

  it.each([
    ['https://a.example', 'https://a.example'],
    ['https://a.example/path', 'https://a.example/…'],
    ['https://a.example/?query', 'https://a.example/…'],
    ['no address', '…'],
  ])('shows of the address %s no path and no query: %s', (url, text) => {
    const change = endpointChange({ actions: ['update'], before: endpoint(), after: endpoint({ url }) });
    const [shown] = reportOn(planJson([change])).changes;
    expect(shown?.differences[0]).toMatchObject({ path: 'url', after: { text: JSON.stringify(text) } });
  });

  it('shows where events of a redirected endpoint go, in the matrix, and where they went, in the changes', () => {
    const after = endpoint({ url: 'https://next.example/x' });
    const report = reportOn(planJson([endpointChange({ actions: ['update'], before: endpoint(), after })]));
    expect(report.endpoints.rows.map(({ object }) => object.label)).toEqual(['next.example']);
    expect(report.changes.map(({ object }) => object.label)).toEqual(['pager.example']);
  });

  it('shows a cell for each scope of each key, by tenant and name, without a deposed object', () => {
    const eventTypes = ['incident.created', 'incident.contained'];
    const open = { scopes: null, unrestricted: true };
    const changes = [
      keyChange({ actions: ['delete'], before: key(), more: { deposed: 'abcd1234' } }),
      keyChange({
        actions: ['update'],
        before: key({ name: 'b', scopes: ['devices:read'] }),
        after: key({ name: 'b', scopes: [] }),
        unknown: { unrestricted: true },
        beforeSensitive: { scopes: true },
        address: 'svc_api_key.x',
      }),
      endpointChange({ actions: ['create'], after: endpoint({ events: eventTypes.toReversed() }) }),
      keyChange({
        actions: ['update'],
        before: key(),
        after: key({ scopes: ['z:z', 'tenants:read', 'a:a'] }),
      }),
      keyChange({ actions: ['create'], after: key({ name: 'all', tenant_id: 'ten_a', ...open }) }),
      keyChange({ actions: ['forget'], before: key({ tenant_id: 'ten_z', ...open }) }),
      keyChange({ actions: ['forget'], before: key({ tenant_id: 'ten_zz' }) }),
    ];
    const report = reportOn(planJson(changes));
    expect(report.endpoints).toMatchObject({ eventTypes });
    expect(report.keys).toMatchObject({
      scopes: ['tenants:read', 'alerts:read', 'a:a', 'z:z'],
      rows: [
        { object: { tenant: 'ten_a' }, unrestricted: 'added', cells: Array(4).fill('absent') },
        { object: { label: 'b' }, unrestricted: 'unknown', cells: Array(4).fill('unknown') },
        { object: { label: 'ci' }, unrestricted: 'absent', cells: ['added', 'removed', 'added', 'added'] },
        // They stay on the platform as they are.
        { object: { tenant: 'ten_z' }, unrestricted: 'kept', cells: Array(4).fill('absent') },
        {
          object: { tenant: 'ten_zz' },
          unrestricted: 'absent',
          cells: ['absent', 'kept', 'absent', 'absent'],
        },
      ],
    });
  });

  const former = keyChange({ actions: ['delete'], before: key(), address: 'svc_api_key.old' });
  const other = { address: 'svc_webhook_endpoint.x' };
  const moves = endpointChange({ actions: ['delete'], before: endpoint(), ...other });
  const created = (fields: object = {}, unknown: object = {}) =>
    keyChange({ actions: ['create'], after: key({ ...fields }), unknown });
  const follows = endpointChange({ actions: ['create'], after: endpoint() });
  const loses = 'its receiver loses the events of the time between';
  it.each([
    ['a key', former, created(), 'svc_api_key.ci', 'all holders of its value stop'],
    ['an endpoint', moves, follows, 'svc_webhook_endpoint.pager', loses],
    ['another key', former, created({ name: 'b' }), undefined, ''],
    ['a key of unknown scopes', former, created({ scopes: undefined }, { scopes: true }), undefined, ''],
  ])('says of %s that the plan deletes and creates what it looks like', (_, deletion, next, name, costs) => {
    const { changes } = reportOn(planJson([next, deletion]));
    const deleted = changes.find(({ action }) => action === 'delete');
    const rename = `looks like a rename to ${name}: a \`moved\` block keeps it, and without one ${costs}`;
    const said = deleted?.sentences.map(({ text }) => text) ?? [];
    expect(said.filter(text => text.startsWith('looks'))).toEqual(name === undefined ? [] : [rename]);
  });

  const changing = { resource_changes: [keyChange({ actions: ['delete'], before: key() })] };
  const still = keyChange({ actions: ['no-op'], before: key(), after: key() });
  const reading = { resource_changes: [still, keyChange({ actions: ['read'], after: key() })] };
  const doing = (actions: string[], type = 'svc_api_key') => ({
    resource_changes: [still, { ...keyChange({ actions, before: key(), after: key() }), type }],
  });

  it.each<[what: string, more: object, notes: readonly string[], mode?: 'drift' | 'changes']>([
    ['that failed', { errored: true, complete: false, applyable: false, ...changing }, ['errored']],
    ['that leaves out resources', { complete: false }, ['incomplete']],
    ['that is whole', { complete: true, applyable: true, ...changing }, []],
    ['of a format of later', { format_version: '7.0' }, ['unknown-format']],
    ['of the first formats', { format_version: '0.2' }, []],
    ['with an action of later', doing(['create', 'evict']), ['unknown-action']],
    ['without an action', doing([]), ['unknown-action']],
    ['with an action of later on an object of others', doing(['evict'], 'random_password'), []],
    ['that is not refresh-only, read as drift', changing, ['not-refresh-only'], 'drift'],
    ['that is refresh-only, read as drift', reading, [], 'drift'],
  ])('notes what limits the report of a plan %s', (_, more, notes, mode = 'changes') => {
    const plan = { ...JSON.parse(planJson([])), ...more };
    expect(reportOn(JSON.stringify(plan), { mode }).notes.map(({ name }) => name)).toEqual(notes);
  });
});
