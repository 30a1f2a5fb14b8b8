import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/report/model';
import { configuration, key, keyChange, planJson } from './plan-json';
import { reportOn, risksOf, updated } from './report-on';

describe('self-revoke', () => {
  const namesOf = ({ notes }: Report) => notes.map(({ name }) => name);
  const own = 'svc_live_0123456789abcdefghijABCDEFGHIJ01';
  const removing = (fields: object = {}) => keyChange({ actions: ['delete'], before: key({ ...fields }) });
  const removal = removing({ key: own });
  const block = { address: 'svc_api_key.ci', type: 'svc_api_key', provider_config_key: 'svc' };
  const resources = [block, { ...block, address: 'svc_api_key.other' }];
  const from = (...references: readonly string[]) =>
    configuration({}, { api_key: { references } }, { resources });

  it.each([
    ['the environment', {}, { ownKeys: [own] }],
    ['a constant of the provider block', configuration(block, { api_key: { constant_value: own } }), {}],
    ['a root variable', { ...from('var.token'), variables: { token: { value: own } } }, {}],
    ['a reference to the key itself', from('svc_api_key.ci.key', 'svc_api_key.ci'), {}],
    [
      'a reference to an instance of the key',
      from('svc_api_key.ci["a.b"].key', 'svc_api_key.ci["a.b"]', 'svc_api_key.ci'),
      {},
    ],
    ['a reference to an instance that an expression chooses', from('svc_api_key.ci', 'each.key'), {}],
    [
      'a part of a root variable',
      { ...from('var.conf.token', 'var.conf'), variables: { conf: { value: { token: own } } } },
      {},
    ],
  ])('is known from %s', (_, more, given) => {
    const report = reportOn(planJson([removal], more), given);
    expect(risksOf(report)).toContain('self-revoke: key ci is revoked, and the pipeline itself runs with it');
    expect(JSON.stringify(report)).not.toContain(own);
  });

  const narrowing = updated({ key: own, scopes: ['a:b', 'c:d'] }, { key: own, scopes: ['a:b'] });
  const narrowingRotation = updated(
    { key: own, scopes: ['a:b', 'c:d'] },
    { id: undefined, scopes: ['a:b'], previous_id: 'key_1' },
    { id: true },
  );
  const lacking = configuration(block, { unavailable_operations: { constant_value: ['apiKeys.delete'] } });
  const replaced = { before: key({ key: own }), after: key({ id: undefined }) };
  const revoked = 'self-revoke: key ci is revoked, and the pipeline itself runs with it';
  const narrowed = 'self-revoke: key ci loses scopes, and the pipeline itself runs with it';

  it.each<[what: string, change: typeof removal, more: object, risks: readonly string[]]>([
    ['a deletion', removal, {}, [revoked]],
    ['a deletion where keys cannot be revoked', removal, lacking, []],
    ['a replacement', keyChange({ actions: ['delete', 'create'], ...replaced }), {}, [revoked]],
    ['a replacement that forgets', keyChange({ actions: ['create', 'forget'], ...replaced }), {}, []],
    ['a forgotten key', keyChange({ actions: ['forget'], before: key({ key: own }) }), {}, []],
    ['a lost scope', narrowing, {}, [narrowed]],
    ['a lost scope where keys cannot be revoked', narrowing, lacking, [narrowed]],
    ['a lost scope of the key that a rotation issues', narrowingRotation, {}, []],
    ['another name', updated({ key: own }, { key: own, name: 'x' }), {}, []],
    ['the deletion of another key', removing({ key: 'other' }), {}, []],
    ['the end of the previous key', updated({ key: own, previous_id: 'key_0' }, { key: own }), {}, []],
  ])('of the own key: %s', (_, change, more, expected) => {
    const report = reportOn(planJson([change], { ...more }), { ownKeys: [own] });
    expect(risksOf(report).filter(risk => risk.startsWith('self-revoke'))).toEqual(expected);
    expect(report.notes).toEqual([]);
  });

  it.each([
    ['a module', ['module.keys.key', 'module.keys'], {}],
    ['another provider', ['data.vault.x.key', 'data.vault.x'], {}],
    ['a local', ['local.key'], {}],
    ['another attribute', ['svc_api_key.ci.id', 'svc_api_key.ci'], {}],
    ['another key of the plan and a local', ['svc_api_key.other.key', 'svc_api_key.other', 'local.key'], {}],
    ['a variable and another provider', ['data.vault.x.key', 'var.path'], { path: { value: 'prod' } }],
  ])('says that it cannot be seen behind %s, also beside SVC_API_KEY', (_, references, variables) => {
    const json = planJson([removal], { ...from(...references), variables });
    expect(namesOf(reportOn(json, { ownKeys: ['another'] }))).toEqual(['self-revoke-unseen']);
  });

  describe('of several provider blocks', () => {
    const first = { name: 'svc', full_name: 'registry.terraform.io/svc/svc' };
    const second = (expression: object) => ({
      ...first,
      alias: 'second',
      expressions: { api_key: expression },
    });
    const called = (module: object) => ({ module_calls: { keys: { module } } });
    const inModule = {
      address: 'module.keys.svc_api_key.ci',
      actions: ['update'],
      before: key({ key: own, scopes: null, unrestricted: true }),
      after: key({ key: own, scopes: ['a:b'] }),
    };
    const reported = (expression: object, variables: object = {}) => {
      const root = called({ resources: [block] });
      const provider_config = { svc: first, 'svc.second': second(expression) };
      const more = { configuration: { provider_config, root_module: root }, variables };
      return reportOn(planJson([keyChange(inModule)], more), { ownKeys: ['the key of the first block'] });
    };

    it.each([
      ['an output of a module', { references: ['module.keys.k', 'module.keys'] }],
      ['a local', { references: ['local.k'] }],
      ['a function', {}],
      ['a variable without a value', { references: ['var.k'] }],
    ])('SVC_API_KEY does not stand for one whose key is %s', (_, expression) => {
      expect(reported(expression).notes.map(({ name }) => name)).toEqual(['self-revoke-unguarded']);
    });

    it('the key of the second one is the own key, too', () => {
      expect(risksOf(reported({ constant_value: own }))).toContain(narrowed);
    });

    it.each([
      ['another value', { k: { value: 'another' } }],
      ['null', { k: { value: null } }],
    ])('nothing is unseen if a variable gives %s', (_, variables) => {
      expect(reported({ references: ['var.k'] }, variables).notes).toEqual([]);
    });
  });

  it('keys that --own-key-env names stand for every block, also for one whose key the plan hides', () => {
    const named = { ownKeys: ['another'], areOwnKeysNamed: true };
    const more = from('local.key');
    expect(reportOn(planJson([removal], more), named).notes).toEqual([]);
    expect(risksOf(reportOn(planJson([removal], more), { ...named, ownKeys: [own] }))[0]).toContain(
      'self-revoke',
    );
    expect(reportOn(planJson([removing()], more), named).notes).toMatchObject([
      { name: 'self-revoke-unseen' },
    ]);
  });

  it('says if it cannot be seen, where a plan harms a key', () => {
    expect(namesOf(reportOn(planJson([removal])))).toEqual(['self-revoke-unseen']);
    expect(namesOf(reportOn(planJson([removal]), { ownKeys: ['another'] }))).toEqual([]);
    expect(namesOf(reportOn(planJson([removal, removing()]), { ownKeys: ['another'] }))).toEqual([
      'self-revoke-unseen',
    ]);
    expect(namesOf(reportOn(planJson([updated({}, { name: 'x' })])))).toEqual([]);
  });

  it('sees that the provider runs with another key of the plan', () => {
    const more = from('svc_api_key.other.key', 'svc_api_key.other');
    expect(namesOf(reportOn(planJson([removal], more)))).toEqual([]);
  });

  it('needs SVC_API_KEY for each block without a key of its own', () => {
    const provider_config = {
      svc: { name: 'svc' },
      'svc.second': { name: 'svc', expressions: { api_key: { constant_value: 'another' } } },
    };
    const json = planJson([removal], { configuration: { provider_config } });
    expect(namesOf(reportOn(json))).toEqual(['self-revoke-unseen']);
    expect(namesOf(reportOn(json, { ownKeys: ['another'] }))).toEqual([]);
  });
});
