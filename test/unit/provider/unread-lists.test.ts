import { describe, expect, it } from 'vitest';
import { Refused } from '../../../src/provider/errors/refused';
import type { SandboxOptions } from '../../../src/sandbox';
import { failureOf } from '../client/client-fixture';
import { both, kinds, type RunChanges, type Scene, scene } from './creation-fixture';

const refuse = { lookAlikes: 'refuse' } as const;
const times = Number.POSITIVE_INFINITY;
type Kind = (typeof both)[number];

const failing = (status: number, body?: object) => (s: Scene, kind: Kind) =>
  s.controls.faults.add({
    operation: kinds[kind].list,
    times,
    effect: { kind: 'status', status, ...(body && { body }) },
  });
const nothing = () => {};
const withoutCursor: SandboxOptions = { dialect: { idempotency: 'ignored', lastPage: {} } };
const shortPages: SandboxOptions = { dialect: { idempotency: 'ignored', longestPage: 1 } };

const part = { url: 'https://receiver.example/', name: 'ci' };
const partly = { data: ['id_1', 'id_2'].map(id => ({ id, ...part })), next_cursor: null };

/** Why a list does not tell whether an equal object exists, and what to do then. */
const gaps: readonly (readonly [
  why: string,
  SandboxOptions,
  spoil: (s: Scene, kind: Kind) => unknown,
  RunChanges,
  advice: RegExp,
])[] = [
  ['it fails', {}, failing(503), {}, /when the list can be read.*look_alikes = "warn"/],
  ['the platform lacks it', {}, failing(404), {}, /look_alikes = "warn"/],
  ['it has another envelope', {}, failing(200, { items: [] }), {}, /look_alikes = "warn"/],
  ['its last page has no next_cursor', withoutCursor, nothing, {}, /lists_are_whole = true/],
  [
    'it shows a part of each object',
    {},
    failing(200, partly),
    {},
    /^If id_1 is no equal one, name it in accepted_look_alikes.*look_alikes = "warn"/,
  ],
  [
    'it is declared unavailable',
    {},
    nothing,
    { unavailable: ['webhooks.list', 'apiKeys.list'] },
    /Remove (?:webhooks|apiKeys)\.list from unavailable_operations.*look_alikes = "warn"/,
  ],
];

describe.each(both)('a list that does not tell whether an equal %s exists', kind => {
  const post = kind === 'key' ? 'apiKeys.create' : 'webhooks.create';

  it.each(gaps)(
    'look_alikes = "refuse" is an error of the plan, and of the apply: %s',
    async (_, options, spoil, changes, advice) => {
      const s = await scene(options);
      const id = kinds[kind].make(s);
      spoil(s, kind);
      const all = { ...refuse, ...changes };
      for (const run of [s.plan([kind], all), s.create(kind, all)]) {
        const error = await failureOf(run);
        expect(error).toBeInstanceOf(Refused);
        expect(error).toMatchObject({
          summary: expect.stringMatching(/equal ones cannot be refused$/),
          next: expect.stringMatching(advice),
        });
      }
      expect([kinds[kind].all(s), s.entries(), s.controls.requests.count(post)]).toEqual([[id], [], 0]);
    },
  );

  it.each(gaps)('look_alikes = "warn" says once in a plan what was compared: %s', async (_, ...gap) => {
    const [options, spoil, changes] = gap;
    const s = await scene(options);
    spoil(s, kind);
    const planning = await s.start({ ...changes, command: { name: 'plan' } });
    const first = await planning.plan(kind);
    const asked = s.controls.requests.count(kinds[kind].list);
    expect(first).toEqual([expect.stringMatching(/equal ones may exist unseen$/)].slice(0, first.length));
    expect(await planning.plan(kind)).toEqual([expect.stringMatching(/is planned twice$/)]);
    expect(s.controls.requests.count(kinds[kind].list)).toBe(asked);
    const other = kind === 'key' ? 'endpoint' : 'key';
    spoil(s, other);
    expect(await planning.plan(other), 'and of the other kind').toHaveLength(first.length);
    // An empty list without a cursor is whole.
    expect(first).toHaveLength(options === withoutCursor ? 0 : 1);
  });

  it.each<[string, RunChanges]>([
    ['a restricted plan', { command: { isWhole: false } }],
    ['a destroy', { command: { name: 'destroy', mayCreate: false, mode: 'destroy' } }],
    ['an apply of a saved plan', { command: { name: 'apply', hasPlanFile: true } }],
  ])('is no error of %s, nor of the beginning of a run', async (_, changes) => {
    const s = await scene();
    failing(503)(s, kind);
    const command = { name: 'plan', ...changes.command };
    expect(await s.plan([kind], { ...refuse, ...changes, command })).toEqual([]);
  });

  it('is no error if the object that it shows in part is accepted', async () => {
    const s = await scene();
    failing(200, partly)(s, kind);
    const one = { ...refuse, acceptedLookAlikes: ['id_1'] };
    expect(await failureOf(s.plan([kind], one))).toHaveProperty('next', expect.stringMatching(/^If id_2/));
    const accepted = { ...refuse, acceptedLookAlikes: ['id_1', 'id_2'] };
    expect(await s.plan([kind], accepted)).toEqual([]);
    expect((await s.create(kind, accepted)).warnings).toEqual([]);
  });

  it('a restricted apply creates under "refuse", as its plan has judged nothing', async () => {
    const s = await scene();
    failing(503)(s, kind);
    const run = { terraform: 'one' };
    await s.plan([kind], { ...refuse, run, command: { name: 'apply', isWhole: false } });
    const command = { isWhole: false, hasPlanFile: false };
    const { warnings } = await s.create(kind, { ...refuse, run, command });
    expect([warnings, kinds[kind].all(s).length]).toEqual([[], 1]);
  });

  it('is whole although no page has a cursor if lists_are_whole says so: "refuse" creates, and refuses the equal', async () => {
    const s = await scene(withoutCursor);
    const whole = { ...refuse, listsAreWhole: true };
    kinds[kind].edit(s, kinds[kind].make(s));
    expect(await s.plan([kind], whole)).toEqual([]);
    const { id } = await s.create(kind, whole);
    expect(await s.plan([kind], whole)).toEqual([expect.stringContaining(id)]);
    expect(await failureOf(s.create(kind, whole))).toHaveProperty('name', 'LookAlikeRefused');
    expect(kinds[kind].all(s)).toHaveLength(2);
  });

  it('has any number of pages under "refuse": the equal one on the last of 25 is refused; "warn" reads 20, and says so', async () => {
    const s = await scene(shortPages);
    for (let index = 0; index < 24; index += 1) kinds[kind].edit(s, kinds[kind].make(s));
    const id = kinds[kind].make(s);
    expect(await s.plan([kind])).toEqual([expect.stringMatching(/equal ones may exist unseen$/)]);
    expect((await s.plan([kind], refuse)).join()).toContain(`${id} looks the same`);
    await expect(s.create(kind, refuse)).rejects.toThrow(id);
  });
});

describe('look_alikes = "refuse" without the whole note of its plan', () => {
  it.each<[string, RunChanges]>([
    ['a restricted plan was made between the saved plan and its apply', { command: { isWhole: false } }],
    ['the saved plan is restricted itself', { command: { isWhole: false } }],
  ])('refuses an equal object: %s', async (what, restricted) => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    if (!what.includes('itself')) await s.plan(['endpoint'], refuse);
    await s.plan(['endpoint'], { ...refuse, ...restricted });
    expect(await failureOf(s.create('endpoint', refuse))).toHaveProperty('name', 'LookAlikeRefused');
    expect((await s.create('endpoint', { ...refuse, acceptedLookAlikes: [id] })).warnings).toEqual([]);
  });

  it('refuses an equal object if no note could be written, also in an apply without a saved plan', async () => {
    const s = await scene();
    kinds.endpoint.make(s);
    const apply = { ...refuse, command: { hasPlanFile: false } };
    expect(await failureOf(s.create('endpoint', apply))).toHaveProperty('name', 'LookAlikeRefused');
  });

  it('refuses nothing if there is no equal object', async () => {
    const s = await scene();
    await s.plan(['endpoint'], { ...refuse, command: { isWhole: false } });
    expect((await s.create('endpoint', refuse)).warnings).toEqual([]);
  });
});
