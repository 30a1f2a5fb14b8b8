import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { collectionOfResource } from '../../src/provider/registered-resources';
import { scenario } from '../harness/scenario';
import {
  addressOf,
  changed,
  configurationOf,
  degraded,
  harmless,
  narrow,
  type Row,
  replacement,
  risks,
  rows,
  same,
  typeOf,
  unlimited,
} from './plan-rows';

/** The sentences of README's section "What a plan tells". */
const says = {
  changes:
    'The next plan shows every attribute that somebody changed on the platform (on an object that it keeps), and every object that ' +
    'somebody deleted there, ' +
    "except an endpoint's `secret`, what `ignore_changes` names, and the previous key of an overlap.",
  notOurs: 'A warning says that this stack last stored something else.',
  oneApply: 'One apply restores the configuration.',
  degraded: 'A warning names each `degraded` endpoint.',
  replacement: '`on_degraded = "replace"` makes it a planned replacement.',
  risks:
    'A warning names what a changed configuration does: each object that it replaces (after `-replace`, `taint` and ' +
    '`replace_triggered_by`, Terraform drops it, and the report names the object), each key that it rotates, that gains ' +
    'scopes, becomes unrestricted or is revoked at once, and each endpoint whose secret changes.',
  /** `adopt.test.ts` and `importing.test.ts` show it. */
  imports: 'An import changes nothing on the platform.',
  /** `importing.test.ts` shows it. */
  importedSecret: 'With a `secret` in the block, it sets that secret.',
  ownKey: 'A plan that revokes or narrows the key that the provider itself uses is an error.',
  /** `key-life.test.ts` shows it. */
  ownReplaced: 'With a tainted key, the apply is.',
};

it('README says what these tests show', () => {
  const [, section = ''] = readFileSync('README.md', 'utf8').split(/^## What a plan tells|^## When /m);
  const text = section.replace(/^- /gm, '').replace(/\[(\w+)\]\(\S+\)/g, '$1');
  expect(text.replace(/\s+/g, ' ').trim()).toBe(Object.values(says).join(' '));
});

/** Creates the objects of all rows, lets everything happen to them, makes one plan, and applies it. */
async function planOfAll() {
  const s = await scenario();
  for (const name of ['signing', 'other']) await s.plantSecret(name);
  const { state } = await s.apply(configurationOf(({ block }) => block));
  const valuesIn = ({ resources }: typeof state, each: Row) =>
    resources.find(({ address }) => address === addressOf(each))?.values ?? {};
  const idOf = (each: Row) => String(valuesIn(state, each)['id']);
  await s.behindTheBack(({ collections }) => {
    for (const each of rows.filter(({ somebody }) => somebody !== undefined)) {
      const controls = collections.get(collectionOfResource.get(typeOf(each)) ?? '');
      if (each.somebody === 'deletes it') controls?.delete(idOf(each));
      else controls?.update(idOf(each), { ...each.somebody });
    }
  });
  const plan = await s.plan(configurationOf(({ block, planned = block }) => planned));
  const applied = await s.applyPlan(plan, { warnings: 'any', atApply: [], afterwards: [/is degraded/] });
  await s.behindTheBack(({ webhooks }) => {
    for (const { id } of webhooks.all()) webhooks.update(id, { secret: 'known to somebody' });
  });
  const settings = (values: Readonly<Record<string, unknown>>) =>
    ['url', 'events', 'name', 'scopes'].map(name => values[name]);
  return {
    /** What the plan tells of the object of a row. */
    tells: (each: Row) => ({
      actions: plan.actionsOn(addressOf(each)),
      before: plan.changes[addressOf(each)]?.before,
      warnings: plan.warnings.filter(({ summary, detail }) => `${summary} ${detail}`.includes(idOf(each))),
    }),
    afterAnotherSecret: await s.plan(),
    settings: (each: Row) => [state, applied.state].map(seen => settings(valuesIn(seen, each))),
  };
}

let planned: ReturnType<typeof planOfAll> | undefined;
const plannedOnce = () => {
  planned ??= planOfAll();
  return planned;
};
/** The end of each warning that names the object, as the rows have it. */
async function expectWarnings(expected: readonly Row[]): Promise<void> {
  const { tells } = await plannedOnce();
  const ends = (each: Row) =>
    tells(each).warnings.map(({ summary }) =>
      summary.replace(/^(?:.*(?:wh|key)_\w+\)?|API key|Webhook endpoint) /, '').replace(/row_\d+/, 'row'),
    );
  expect(expected.map(ends)).toEqual(expected.map(({ warnings }) => warnings));
}

/** A key without scopes has no list of them in a state. */
const inState = (somebody: object = {}) =>
  Object.fromEntries(
    Object.entries(somebody).map(([name, value]) => [name, String(value) === '' ? null : value]),
  );

it(says.changes, async () => {
  const { tells, afterAnotherSecret } = await plannedOnce();
  for (const each of changed) {
    const isDeleted = each.somebody === 'deletes it';
    expect(tells(each), each.warnings[0]).toMatchObject(
      isDeleted ? { actions: ['create'] } : { actions: ['update'], before: inState(each.somebody) },
    );
  }
  for (const each of same) expect(tells(each)).toMatchObject({ actions: [], warnings: [] });
  expect(afterAnotherSecret.isEmpty).toBe(true);
});

it(says.notOurs, async () => {
  const { tells } = await plannedOnce();
  await expectWarnings(changed);
  for (const each of changed)
    expect(tells(each).warnings[0]?.detail).toMatch(
      /^(?:The platform shows another value than this stack last stored|Either it was deleted \(by this stack only if an apply failed)/,
    );
});

it(says.oneApply, async () => {
  const { settings } = await plannedOnce();
  for (const each of changed) {
    const [before, after] = settings(each);
    expect(after).toEqual(before);
  }
});

it(says.degraded, () => expectWarnings(degraded));

it(says.replacement, async () => {
  const { tells } = await plannedOnce();
  await expectWarnings([replacement]);
  expect(tells(replacement).actions).toEqual(['delete', 'create']);
});

it(says.risks, async () => {
  const { tells } = await plannedOnce();
  await expectWarnings([...risks, ...harmless]);
  const isReplaced = (each: Row) => tells(each).actions.length === 2;
  expect([...risks, ...harmless].filter(isReplaced)).toEqual(risks.slice(0, 1));
});

it(says.ownKey, async () => {
  const s = await scenario({ provider: 'api_key = var.own' });
  const variable = 'variable "own" {\n  type      = string\n  sensitive = true\n}\n';
  await s.startFrom(variable + unlimited, { variables: { own: s.platform.key } });
  const [own] = (await s.state()).resources;
  const variables = { own: String(own?.values['key']) };
  const locked = /Plan locks the provider out.*SVC_API_KEY.*allow_self_revoke/s;
  for (const block of ['', narrow]) await s.expectError(variable + block, locked, { variables });
});
