import { describe, expect, it } from 'vitest';
import { needFeature } from '../../harness/terraform/needed-feature';
import { address, rule } from './rule-block';
import { towerWorkspace, withTower } from './tower-workspace';

withTower();

describe('a nested default', () => {
  it('applies if its object is given in part; otherwise the default of the object applies', async () => {
    const tower = await towerWorkspace();
    const first = await tower.apply(rule(''));
    expect(first.values['window']).toEqual({ minutes: 15, zone: 'utc', note: null });
    const second = await tower.apply(rule('window = { minutes = 30 }'));
    expect(second.values['window']).toEqual({ minutes: 30, zone: 'utc', note: null });
    const third = await tower.apply(rule('window = {}'));
    expect(third.values['window']).toEqual({ minutes: 5, zone: 'utc', note: null });
    expect(await tower.sent('rule-a')).toMatchObject({ window: { minutes: 5, zone: 'utc' } });
    const fourth = await tower.apply(rule(''));
    expect(fourth.values['window']).toEqual({ minutes: 15, zone: 'utc', note: null });
  });

  it('applies in lists, maps and sets of objects', async () => {
    const tower = await towerWorkspace();
    const { values } = await tower.apply(
      rule(`conditions = [{ field = "x" }, { field = "y", operator = "not" }]
        receivers = { main = { url = "https://a.example" } }
        labels = [{ key = "k" }, { key = "l", value = "no" }]
        limits = { steps = [{ each = {} }, {}] }`),
    );
    expect(values).toMatchObject({
      conditions: [{ operator: 'is' }, { operator: 'not' }],
      receivers: { main: { region: 'eu' } },
      labels: [{ value: 'yes' }, { value: 'no' }],
      limits: { steps: [{ each: { factor: 1 } }, { each: null }] },
    });
  });

  it('applies in a setting of the provider and in an argument of a data source', async () => {
    const tower = await towerWorkspace();
    const configuration = `data "tower_rules" "all" {}\noutput "found" {\n  value = data.tower_rules.all.found\n}\n`;
    const plan = await tower.plan(configuration);
    expect(plan.states[0]?.outputs['found']?.value).toBe('all that begin with rule-');
  });
});

describe('a nested computed value', () => {
  const two = rule(
    'conditions = [{ field = "x" }, { field = "y" }]\nlabels = [{ key = "k" }, { key = "l" }]',
  );

  it('is set by the apply, in lists, maps and sets, at any depth', async () => {
    const tower = await towerWorkspace();
    const { plan, values } = await tower.apply(
      rule(`conditions = [{ field = "x" }]
        receivers = { main = { url = "https://a.example" } }
        labels = [{ key = "k" }]
        limits = { steps = [{ each = { factor = 2 } }, { each = {} }] }`),
    );
    expect(plan.changes[address]?.unknown).toMatchObject({
      conditions: [{ id: true, hits: true }],
      receivers: { main: { reference: true } },
      labels: [{ slug: true }],
      limits: { steps: [{ each: { trace: true } }, { each: { trace: true } }] },
    });
    expect(values).toMatchObject({
      conditions: [{ id: 'condition-x', hits: 10 }],
      receivers: { main: { reference: 'reference-main' } },
      labels: [{ slug: 'K' }],
      limits: { steps: [{ each: { trace: 'trace-2' } }, { each: { trace: null } }] },
    });
  });

  it('is kept if it is stable and its element is the same, and renewed otherwise', async () => {
    const tower = await towerWorkspace();
    await tower.apply(two);
    const edited = two.replace('"y"', '"z"').replace('"l"', '"m"');
    const { plan, values } = await tower.apply(edited);
    expect(plan.changes[address]?.actions).toEqual(['update']);
    expect(plan.changes[address]?.after).toMatchObject({
      id: 'rule-a',
      conditions: [{ id: 'condition-x' }, { field: 'z' }],
    });
    expect(plan.changes[address]?.unknown).toMatchObject({
      revision: true,
      conditions: [{ hits: true }, { id: true, hits: true }],
    });
    expect(values['conditions']).toMatchObject([{ hits: 20 }, { id: 'condition-z', hits: 20 }]);
  });

  it('moves with its element if a list is reversed, or if elements are added or removed', async () => {
    const tower = await towerWorkspace();
    await tower.apply(two);
    const turned = rule(
      'conditions = [{ field = "y" }, { field = "x" }]\nlabels = [{ key = "l" }, { key = "k" }]',
    );
    const { values } = await tower.apply(turned);
    expect(values['conditions']).toMatchObject([{ id: 'condition-y' }, { id: 'condition-x' }]);
    const fewer = await tower.apply(rule('conditions = [{ field = "x" }]\nlabels = []'));
    expect(fewer.values['conditions']).toMatchObject([{ id: 'condition-x' }]);
    const none = await tower.apply(rule(''));
    expect(none.values['conditions']).toBeNull();
  });

  it('causes no change: neither do the order and the duplicates of a set', async () => {
    const tower = await towerWorkspace();
    await tower.apply(two);
    const turned = two.replace(
      '{ key = "k" }, { key = "l" }',
      '{ key = "l" }, { key = "k", value = "yes" }, { key = "l" }',
    );
    expect((await tower.plan(turned)).isEmpty).toBe(true);
  });

  it('does not hide the configured values around it from a rule', async () => {
    const tower = await towerWorkspace();
    await tower.apply(two);
    const said = (await tower.plan(two.replace('"y"', '"z"'))).warnings.map(({ summary }) => summary);
    expect(said).toEqual(['Rule rule-a: 2 conditions']);
    const later = `resource "terraform_data" "later" {\n  input = "z"\n}\n${two.replace('"y"', 'terraform_data.later.output')}`;
    const unsure = (await tower.plan(later)).warnings.map(({ summary }) => summary);
    expect(unsure).toEqual(['Conditions are not known']);
    await tower.apply(later);
  });
});

describe('a nested write-only value', () => {
  const secrets = (version: number) =>
    rule(`receivers = {
        main = { url = "https://a.example", token_wo = "planted-${version}", token_wo_version = ${version} }
        other = { url = "https://b.example" }
      }
      limits = { steps = [{ each = { password_wo = "deep-${version}" } }, {}] }`);

  it('is sent to the platform, and is in neither plan nor state', async context => {
    await needFeature('write-only arguments', context);
    const tower = await towerWorkspace();
    for (const version of [1, 2]) {
      const { plan, values } = await tower.apply(secrets(version));
      expect(await tower.sent('rule-a')).toMatchObject({
        receivers: { main: { token_wo: `planted-${version}` } },
        limits: { steps: [{ each: { password_wo: `deep-${version}` } }, {}] },
      });
      expect(values).toMatchObject({
        receivers: { main: { token_wo: null, token_wo_version: version } },
        limits: { steps: [{ each: { password_wo: null } }, { each: null }] },
      });
      const planned = JSON.stringify(plan.changes);
      for (const secret of [`planted-${version}`, `deep-${version}`]) {
        expect(planned).not.toContain(secret);
        expect(JSON.stringify(values)).not.toContain(secret);
      }
    }
  });
});

describe('a nested sensitive value', () => {
  it('is masked in the plan, and sensitive in the state', async () => {
    const tower = await towerWorkspace();
    const configuration = rule('receivers = { main = { url = "https://a.example", token = "planted" } }');
    const { plan, sensitive } = await tower.apply(configuration);
    expect(plan.text).not.toContain('planted');
    expect(sensitive).toMatchObject({ receivers: { main: { token: true, reference: true } } });
  });

  it('is not shown by the source lines of a finding beside it', async () => {
    const tower = await towerWorkspace();
    const said = await tower.validate(
      rule('receivers = { main = { url = "http://a.example", token = "planted" } }'),
    );
    expect(said).toContain('Invalid receiver address');
    expect(said).not.toContain('planted');
  });
});

describe('a nested attribute that replaces the object', () => {
  it('plans a replacement that names the attribute', async () => {
    const tower = await towerWorkspace();
    await tower.apply(rule('receivers = { main = { url = "https://a.example" } }'));
    const { plan } = await tower.apply(
      rule('receivers = { main = { url = "https://a.example", region = "us" } }'),
    );
    expect(plan.changes[address]).toMatchObject({
      actions: ['delete', 'create'],
      replacedBy: ['receivers.main.region'],
    });
  });
});
