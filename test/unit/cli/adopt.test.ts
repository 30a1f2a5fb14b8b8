import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { adoptCommand } from '../../../src/cli/adopt/command';
import { unseenOf, withoutKnown } from '../../../src/cli/adopt/known-objects';
import { languages } from '../../../src/cli/adopt/languages';
import { managedBy } from '../../../src/cli/adopt/managed-ids';
import { type Unmanaged, unmanaged } from '../../../src/cli/adopt/unmanaged';
import type { SandboxOptions } from '../../../src/sandbox';
import { aSandbox } from '../../harness/a-sandbox';
import { inProcess } from './command-line';

const attributes = { id: 'key_3', previous_id: 'key_2', unrevoked_ids: ['key_0', 'key_1'] };
const rotated = { mode: 'managed', type: 'svc_api_key', name: 'ci' };
const endpoint = { mode: 'managed', type: 'svc_webhook_endpoint', name: 'alerts' };
const holding = (of: object, values: object) => ({ resources: [{ mode: 'managed', ...of, values }] });
const shown = (root_module: object) => ({ format_version: '1.0', values: { root_module } });
const stateFile = (of: object, ...instances: readonly object[]) => ({
  version: 4,
  resources: [{ ...of, instances }],
});
const aFile = (content: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'svc-adopt-')), 'file');
  writeFileSync(file, content, { mode: 0o755 });
  return file;
};
const noState = () => aFile('{"version":4,"resources":[]}');
/** A program that answers as Terraform does, by these cases of its first word, and is run in an initialized folder. */
function aTerraform(...cases: readonly string[]) {
  const script = `#!/bin/sh\ncase $1 in\nversion) echo Terraform v1.11.4 ;;\n${cases.join(' ;;\n')} ;;\nesac\n`;
  vi.stubEnv('TERRAFORM_BINARY_NAME', aFile(script)).stubEnv('TF_DATA_DIR', tmpdir());
}
/** A sandbox, and the command beside it with a state, which has nothing unless it is given. */
async function besidePlatform(options: SandboxOptions = {}) {
  const { url, key, controls } = await aSandbox(options);
  const adopt = (flags: readonly string[], state = noState()) =>
    inProcess(adoptCommand(), ['--state', state, ...flags], { SVC_BASE_URL: url, SVC_API_KEY: key });
  return { url, controls, adopt };
}

describe('the objects of a state', () => {
  const keys = 'key_3 key_2 key_0 key_1';
  const instances = [{ attributes: { id: 'wh_1' } }, { deposed: 'a', attributes: { id: 'wh_2' } }];
  const ours = holding(endpoint, { id: 'wh_1' });
  const waiting = holding(rotated, { ...attributes, previous_id: null });
  const foreign = { type: 'null_resource', name: 'a' };
  it.for([
    ['a state file', stateFile(rotated, { attributes }), keys],
    ['a shown state', shown(holding(rotated, attributes)), keys],
    ['modules in modules', shown({ child_modules: [{}, { child_modules: [{}, ours] }] }), 'wh_1'],
    ['a deposed object', stateFile(endpoint, ...instances), 'wh_1 wh_2'],
    ['a key that waits for its revocation, without a previous one', shown(waiting), 'key_3 key_0 key_1'],
    ['a data source', shown(holding({ ...endpoint, mode: 'data' }, { id: 'wh_1' })), ''],
    ['a resource of another provider', shown(holding(foreign, { id: 'wh_1', unrevoked_ids: 'x' })), ''],
    ['an empty state', { format_version: '1.0' }, ''],
  ] as const)('%s', async ([, state, ids]) => {
    const other = shown(holding(endpoint, { id: 'wh_9' }));
    const files = [state, other].map(each => aFile(JSON.stringify(each)));
    const managed = await managedBy(files);
    expect([...managed.ids].join(' ')).toBe(`${ids} wh_9`.trim());
    expect([...managed.names]).toContain(endpoint.name);
  });

  it('are not read without one of the folders that are named, whatever other states are', async () => {
    await expect(managedBy([noState()], ['nowhere'])).rejects.toThrow('What nowhere manages cannot be told');
  });

  it.each([
    ['', 'is no state'],
    ['{}', 'is no state'],
    ['{"format_version":"1.2","planned_values":{}}', 'is no state'],
    ['{"format_version":"1.0","valid":true}', 'is no state'],
    ['{"encrypted_data":"x"}', 'is encrypted. Give what `tofu show -json` prints'],
  ])('are not read from %j, which %s: nothing counts as unmanaged by mistake', async (content, words) => {
    const file = aFile(content);
    await expect(managedBy([file])).rejects.toThrow(`${file} ${words}`);
  });

  it('are those of all workspaces, whichever is selected', async () => {
    const state = JSON.stringify(shown(holding(endpoint, { id: 'ID' })));
    const workspaces = "workspace) printf '  default\\n* prod\\n'";
    aTerraform(workspaces, `show) echo '${state}' | sed "s/ID/$TF_WORKSPACE/"`);
    vi.stubEnv('TF_WORKSPACE', 'prod');
    expect([...(await managedBy([])).ids]).toEqual(['default', 'prod']);
  });

  it('are those of the present workspace alone where the backend has no others', async () => {
    const state = JSON.stringify(shown(holding(endpoint, { id: 'wh_1' })));
    aTerraform("workspace) echo 'workspaces not supported' >&2; exit 1", `show) echo '${state}'`);
    expect([...(await managedBy([])).ids]).toEqual(['wh_1']);
  });

  const unlisted =
    /workspaces of \S+ cannot be listed.*TF_VAR_NAME.*TF_CLI_ARGS_workspace_list.*right to list/s;
  const outdated = (ofState: number, ofProvider: number) =>
    `schema version ${ofState} for svc_api_key.x in state does not match version ${ofProvider} from the provider`;
  it.each([
    ['workspace', 'AccessDenied: s3:ListBucket', unlisted],
    ['show', outdated(5, 0), /a newer version .* Install that version/],
    ['show', outdated(0, 1), /an older version .* Apply once/],
  ])('are unknown where `%s` fails with: %s', async (command, said, advice) => {
    const fails = `${command}) echo '${said}' >&2; exit 1`;
    aTerraform(fails, "workspace) echo '* default'");
    await expect(managedBy([])).rejects.toThrow(advice);
  });
});

describe('what is written', () => {
  const none = new Set<string>();
  const hook = (object: Unmanaged['object']) => ({ type: 'svc_webhook_endpoint', object });
  const key = (object: Unmanaged['object']) => ({ type: 'svc_api_key', object });

  it.for([
    [
      'the host of an endpoint',
      { url: 'https://me:secret@Hooks.example.com:8443/hook/0f4c?token=x#y' },
      'hooks_example_com_8443',
    ],
    ['the first 60 characters', { url: `https://${'a'.repeat(61)}` }, 'a'.repeat(60)],
    ['no name that a construct cannot have', { url: 'https://constructor/' }, 'constructor_2'],
    ['the id, without an address', {}, 'wh_1'],
    ['the id, where no letter is left', { url: 'https://日本' }, 'wh_1'],
  ] as const)('a label is made of %s', ([, shownFields, label]) => {
    const [found] = unmanaged([hook({ id: 'wh_1', ...shownFields })], none);
    expect(found?.label).toBe(label);
  });

  it('a construct has an id that begins with no hyphen, and Terraform evaluates neither name nor id', () => {
    const name = '9 $' + '{path.root} %{ if }';
    const id = 'key_%{ if }';
    const found = unmanaged([key({ id, name, tenant_id: 'ten_a', scopes: [] })], none);
    expect(languages.hcl(found)).toContain('id = "key_%%{ if }"');
    expect(languages.typescript(found, 'cdktf-provider-svc')).toContain(`
  imports.of(new ApiKey(scope, "_9_path_root_if", {
    name: "9 $\${path.root} %%{ if }",
`);
  });

  it('no label is that of a resource in a state, or of another object: the block of an import would be that one', () => {
    const found = unmanaged(
      [
        hook({ id: 'wh_1', url: 'https://ci' }),
        key({ id: 'key_1', name: 'ci' }),
        key({ id: 'key_2', name: '7' }),
      ],
      new Set(['ci']),
    );
    expect(found.map(({ label }) => label)).toEqual(['ci_2', 'ci_3', '_7']);
  });

  it('forty thousand endpoints of one host and as many equal keys take seconds, and each entry leaves out one', () => {
    const count = 40_000;
    const ours = { name: 'ci', tenant_id: 'ten_a', scopes: [] };
    const all = Array.from({ length: count }, (_, index) => [
      hook({ id: `wh_${index}`, url: 'https://a.example' }),
      key({ id: `key_${index}`, ...ours }),
    ]).flat();
    const found = unmanaged(all, none);
    expect(found.slice(-2).map(({ label }) => label)).toEqual([`a_example_${count}`, `ci_${count}`]);
    const known = [
      { id: 'key_0' },
      ...Array.from({ length: count - 2 }, () => ({ name: 'ci', tenant: 'ten_a' })),
      ...Array.from({ length: count }, (_, index) => ({ id: `wh_${index}` })),
      { id: 'gone' },
    ];
    expect(withoutKnown(all, known).map(({ object }) => object.id)).toEqual([`key_${count - 1}`]);
    expect(unseenOf(known, all)).toEqual([{ id: 'gone' }]);
  });

  const events = ['alert.created'];
  it.for([
    [
      'url (a.example). The URL contains a user name or a password, which plans, states and logs would show',
      { url: 'https://me:secret@a.example/', events },
    ],
    ['events', { url: 'https://a.example/', events: [] }],
    ['name, which has a control character', { name: 'a\tsecret', tenant_id: 'ten_a', scopes: [] }],
    ['tenant_id', { name: 'a', tenant_id: '', scopes: [] }],
    ['scopes', { name: 'a', tenant_id: 'ten_a', scopes: ['secret!'] }],
    [undefined, { name: 'a', tenant_id: 'other', scopes: ['new:scope'] }],
  ] as const)('an object whose %s the provider refuses is in no file', ([refused, shown]) => {
    const object = { id: 'x', ...shown };
    const found = unmanaged(['url' in object ? hook(object) : key(object)], none);
    for (const text of [languages.hcl(found), languages.typescript(found, 'cdktf-provider-svc')]) {
      expect(text).toContain(
        refused === undefined ? 'x"' : `left out: the provider refuses its ${refused}. `,
      );
      expect(text).not.toMatch(refused === undefined ? 'left out' : /secret|to =|imports\.of\(/);
    }
  });

  it('a construct is left out, by a comment, if its own check would refuse it, or the platform does not show what it needs', () => {
    const endpoints = [
      hook({ id: 'wh_1', url: 'https://a.example' }),
      hook({ id: 'wh_2', url: 'https://a.example/{id}', events }),
    ];
    const found = unmanaged([...endpoints, key({ id: 'key_1', name: 'ci', tenant_id: 'ten_a' })], none);
    const written = languages.typescript(found, 'cdktn-provider-svc');
    expect(written).toBe(`import type { Construct } from 'constructs';

export function adopted(_scope: Construct): void {
  // svc_webhook_endpoint "wh_1" is left out: the platform does not show its events.
  // svc_webhook_endpoint "wh_2" is left out: a construct refuses its address or name. An import block takes it.
  // svc_api_key "key_1" is left out: the platform does not show its scopes.
}
`);
    const one = unmanaged([key({ id: 'key_1', name: 'ci', tenant_id: 'ten_a', scopes: ['a:b'] })], none);
    expect(languages.typescript(one, 'cdktn-provider-svc')).toMatch(
      /^import \{ ApiKey \} from 'cdktn-provider-svc';\nimport \{ TerraformElement, .* \} from 'cdktn';\n/,
    );
  });
});

it('adopt --json can be parsed whatever a name has, --only warns of no id of the other type, and a list without an end is not taken for whole', async () => {
  const { controls, adopt } = await besidePlatform({ dialect: { lastPage: {} } });
  const { id } = controls.webhooks.create({ url: 'https://a.example', events: ['alert.created'] });
  controls.apiKeys.create({ name: '\u007fé', tenant_id: 'ten_acme' });
  expect((await adopt([])).stderr.match(/^Warning: Only the first 1 /gm)).toHaveLength(2);
  const unseen = await adopt(['--known', aFile('wh_0\nkey_0'), '--lists-are-whole']);
  expect(unseen.stderr.match(/does not exist: (wh|key)_0\.$/gm)).toHaveLength(2);
  const said = await adopt(['--json', '--only', 'svc_api_key', '--known', aFile(id), '--lists-are-whole']);
  expect(said).toMatchObject({ error: undefined, stderr: '', stdout: expect.not.stringContaining('é') });
  expect(JSON.parse(said.stdout)).toMatchObject({ complete: true, unmanaged: [{ name: '\u007fé' }] });
  expect(JSON.parse((await adopt(['--json'])).stdout)).toMatchObject({ complete: false });
  const nightly = ['--only', 'svc_webhook_endpoint', '--fail-on', 'unmanaged', '--known', aFile(id)];
  expect((await adopt(nightly)).error).toContain('Nobody can tell');
  expect((await adopt([...nightly, '--lists-are-whole'])).error).toBeUndefined();
});

it.each([
  [true, '\r\u001b[K3 pages read\r\u001b[K4 pages read\r\u001b[K'],
  [false, ''],
])('on a terminal (%s), a line that is rewritten says how many pages were read', async (isTTY, said) => {
  const { controls, adopt } = await besidePlatform();
  for (let i = 0; i < 201; i += 1)
    controls.webhooks.create({ url: `https://hooks.example.com/${i}`, events: ['alert.created'] });
  const own = process.stderr.isTTY;
  onTestFinished(() => void Object.assign(process.stderr, { isTTY: own }));
  Object.assign(process.stderr, { isTTY });
  expect((await adopt(['--known', aFile(controls.apiKeys.all()[0]?.id ?? '')])).stderr).toBe(said);
});

it('a line of --known is an id, or the name of one key, and never an option', async () => {
  const { controls, adopt } = await besidePlatform();
  const ids = ['ours, and theirs', 'ours, and theirs', 'other'].map(
    name => controls.apiKeys.create({ name, tenant_id: 'ten_acme', scopes: [] }).id,
  );
  const knowing = (...lines: readonly string[]) => adopt(['--known', aFile(lines.join('\n')), '--json']);
  const named = 'svc_api_key ours, and theirs ten_acme';
  for (const [lines, left] of [
    [
      ['# a remark', '', ` ${ids[2]}\r`],
      [ids[0], ids[1]],
    ],
    [[named], [ids[1], ids[2]]],
    [[named, named, named, `${ids[2]}`], []],
    [['svc_api_key other ten_north'], ids],
  ] as const) {
    const { stdout } = await knowing(...lines);
    const { unmanaged: found } = JSON.parse(stdout) as { unmanaged: { id: string }[] };
    expect(
      found.map(({ id }) => id),
      lines.join(),
    ).toEqual(left);
  }
  expect((await knowing(named, 'svc_api_key gone ten_acme')).stderr).toContain('does not exist: gone.');
  expect((await adopt(['--known', 'no such file'])).error).toContain("make it empty: touch 'no such file'");
  for (const line of ['--only svc_webhook_endpoint', '--only', 'two words', 'svc_api_key ten_acme'])
    expect((await knowing('', line)).error).toMatch(
      /Line 2 of \S+ is neither an id nor svc_api_key NAME TENANT/,
    );
});

it.each([
  ['none of two objects', [{ id: 'key_gone' }, { id: 'key_1', previous_id: 'OURS' }], 2],
  ['one of two objects', [{ id: 'OURS' }, { id: 'key_gone' }], undefined],
  ['no object of a state that has none', [], undefined],
] as const)(
  'a list with %s that a state has tells nothing of the others, if it lacks all',
  async (_, has, lacking) => {
    const { url, controls, adopt } = await besidePlatform();
    const { id } = controls.apiKeys.create({ name: 'a', tenant_id: 'ten_acme', scopes: ['alerts:read'] });
    const instances = has.map(values => ({
      attributes: JSON.parse(JSON.stringify(values).replace('OURS', id)),
    }));
    const state = aFile(JSON.stringify(stateFile(rotated, ...instances)));
    const known = (...flags: readonly string[]) => adopt(['--known', aFile(id), ...flags], state);
    const doubt = `Of ${lacking} objects of svc_api_key in the states, the list of ${new URL(url).host} has none`;
    const { stdout, stderr, error } = await known('--fail-on', 'unmanaged');
    expect(stderr.includes(doubt), stderr).toBe(lacking !== undefined);
    expect(error?.includes('Nobody can tell')).toBe(lacking === undefined ? undefined : true);
    expect(stdout).toContain(` objects, and one account of ${new URL(url).host}.`);
    expect(JSON.parse((await known('--json')).stdout)).toMatchObject({ complete: lacking === undefined });
    // Another account's objects are no strangers: nobody is told to delete them.
    controls.apiKeys.create({ name: 'b', tenant_id: 'ten_acme', scopes: ['alerts:read'] });
    expect((await known('--fail-on', 'unmanaged')).error).toContain(
      lacking ? 'Nobody can tell' : '1 object is',
    );
  },
);

it.each([
  ['2 hours behind', -7_200_000, false],
  ['24 hours ahead of', 86_400_000, false],
  ['minutes ahead of', 600_000, true],
])('a machine that is %s the platform judges a night by another clock', async (words, ahead, isFine) => {
  const { adopt } = await besidePlatform({ clock: () => Date.now() - ahead });
  const endpoints = ['--only', 'svc_webhook_endpoint'];
  const { error } = await adopt([...endpoints, '--fail-on', 'unmanaged']);
  expect(error).toEqual(isFine ? undefined : expect.stringContaining(words));
  expect((await adopt(endpoints)).error).toBeUndefined();
});

it('adopt --existing asks for no address: the provider block has it', async () => {
  vi.stubEnv('SVC_BASE_URL', undefined);
  const environment = { TERRAFORM_BINARY_NAME: 'no-such-terraform' };
  const { error } = await inProcess(adoptCommand(), ['--existing'], environment);
  expect(error).toContain('no such program exists');
});

it('adopt --existing tells what it imports from what a state has, what is equal twice, and a folder of OpenTofu', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-existing-'));
  const said = (summary: string, address = '') =>
    JSON.stringify({ diagnostic: { severity: 'error', summary, address } });
  const existing = { a: 'wh_1', b: 'wh_1', c: 'wh_9', d: 'wh_2, wh_3', e: 'wh_7' };
  const equal = Object.entries(existing).map(([at, ids]) => said(`Endpoint exists already: ${ids}`, at));
  const others = [said('S3 bucket exists: logs', 'f'), said('Inconsistent dependency lock file')];
  // The state has another object at this address, and the equal one is of another workspace.
  const read = (type: string, addr: string, id_value: string) =>
    JSON.stringify({ type, hook: { resource: { addr }, id_value } });
  const reads = ['c', 'e'].map(addr => read('refresh_start', addr, 'wh_8'));
  reads.push(read('refresh_complete', 'data.svc_tenant.x', 'ten_a'));
  writeFileSync(join(folder, 'plan'), [...reads, ...equal, ...others].join('\n'));
  const held = ['wh_8', 'wh_9'].map(id => holding(endpoint, { id }));
  writeFileSync(join(folder, 'state'), JSON.stringify(shown({ child_modules: held })));
  writeFileSync(join(folder, '.terraform.lock.hcl'), 'provider "registry.opentofu.org/svc/svc" {\n}\n');
  aTerraform("workspace) echo '* default'", 'show) cat state', 'plan) cat plan');
  process.chdir(folder);
  const { stdout, stderr, error } = await inProcess(adoptCommand(), ['--existing']);
  expect([stdout, error]).toEqual(['a  wh_1\n', expect.stringContaining('more to decide')]);
  expect(stderr).toContain('Warning: e equals wh_7, and the state still has another object there. This key');
  expect(stderr.match(/^Warning: .*?: (?:\w+ ){2}|name it, \S+/gm)).toEqual([
    'Warning: b equals wh_1, too: remove one ',
    'Warning: c equals wh_9, which a state of this folder has: write a ',
    'Warning: d equals wh_2 and wh_3: import the ',
    'name it, TERRAFORM_BINARY_NAME=tofu.',
  ]);
});

it('adopt --existing --keys imports a key if one key and one block are equal, and fails with a plan that was killed', async () => {
  const equal = [...'abc', 'c'].map((address, at) => {
    const summary = `Equal API key exists: key_${at < 2 ? 1 : at} of 2026`;
    return JSON.stringify({ diagnostic: { severity: 'warning', summary, address } });
  });
  const sole = JSON.stringify({
    diagnostic: { severity: 'warning', summary: 'Equal API key exists: key_9 of 2026', address: 'd' },
  });
  process.chdir(mkdtempSync(join(tmpdir(), 'svc-existing-')));
  writeFileSync('state', JSON.stringify(shown({})));
  writeFileSync('plan', [...equal, sole].join('\n'));
  const [workspaces, show] = ["workspace) echo '* default'", 'show) cat state'];
  aTerraform(workspaces, show, 'plan) cat plan');
  const { stdout } = await inProcess(adoptCommand(), ['--existing', '--keys']);
  expect(stdout).toMatch(/^d {2}key_9\nb {2}key_1 of 2026\nc {2}key_2 of 2026\nc {2}key_3 of 2026\n/);
  aTerraform(workspaces, show, 'plan) cat plan; kill -9 $$');
  const { error } = await inProcess(adoptCommand(), ['--existing']);
  expect(error).toContain('failed, and printed no error');
});
