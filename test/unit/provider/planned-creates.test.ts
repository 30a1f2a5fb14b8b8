import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../../src/provider/connection/terraform-command';
import { Refused } from '../../../src/provider/errors/refused';
import { answer } from '../../harness/a-sandbox';
import { failureOf } from '../client/client-fixture';
import { endpoint, key, kinds, scene } from './creation-fixture';
import { notebook } from './notebook';

const planning = { walk: 'plan' } as const;
const exists = (...ids: string[]) => ({ summary: `Endpoint exists already: ${ids.join(', ')}` });

/** Command lines, with the mode, and true for a saved plan. macOS splits words at blanks, and has the files x and a.tfplan. */
it.each([
  ['terraform -chdir=a apply -lock-timeout 5s', {}, 'apply', 'normal', false],
  ['terraform apply -parallelism 5', {}, 'apply', 'normal', false],
  ['terraform apply a.tfplan', {}, 'apply', 'normal', true],
  ['terraform apply', { TF_CLI_ARGS_apply: '-parallelism 1 a.tfplan' }, 'apply', 'normal', true],
  ['terraform apply', { TF_CLI_ARGS: '-destroy', TF_CLI_ARGS_apply: '-no-color' }, 'apply', 'destroy', false],
  ['terraform apply -destroy=false -refresh-only=false', {}, 'apply', 'normal', false],
  ['terraform apply -destroy=true', {}, 'apply', 'destroy', false],
  // Emulators: their own options, and the path of the program that they run.
  ['/usr/bin/qemu-x86_64 -L /usr/x86 /opt/apply/terraform apply a.tfplan', {}, 'apply', 'normal', true],
  ['/run/rosetta/rosetta /usr/bin/terraform terraform apply', {}, 'apply', 'normal', false],
  ['/run/rosetta/rosetta /usr/bin/tofu destroy', {}, 'destroy', 'destroy', false],
  // What tfenv, asdf and mise execute.
  ['/opt/tfenv/versions/1.11.4/terraform plan -out apply', {}, 'plan', 'normal', false],
  ['terraform -chdir=apply plan', {}, 'plan', 'normal', false],
  ['', {}, '', 'normal', false],
  ['terraform -chdir=my dir apply -var greeting=hello world', {}, 'apply', 'normal', 'not on macOS'],
  ['terraform apply -var greeting=hello world a.tfplan', {}, 'apply', 'normal', true],
  ['terraform apply -var-file x', {}, 'apply', 'normal', false],
  ['terraform apply my plan', {}, 'apply', 'normal', 'not on macOS'],
])('the run of %j with %j is %s, %s, of a saved plan: %s', (line, environment, name, mode, hasPlanFile) => {
  const words = line.split(' ');
  const command = parseCommand(words, environment);
  expect(command).toEqual({ name, mode, hasPlanFile: hasPlanFile !== false, refreshes: true });
  const isFile = (file: string) => ['x', 'a.tfplan'].includes(file);
  expect(parseCommand(words, environment, isFile)).toEqual({ ...command, hasPlanFile: hasPlanFile === true });
});

it.each([
  ['terraform plan -refresh=false -out=a', {}, false],
  ['tofu -chdir=a plan --refresh=0', {}, false],
  ['terraform apply', { TF_CLI_ARGS: '-refresh=F' }, false],
  ['terraform plan', { TF_CLI_ARGS_plan: '-refresh=false' }, false],
  ['terraform plan', { TF_CLI_ARGS_apply: '-refresh=false' }, true],
  ['terraform plan -refresh=true', {}, true],
  ['terraform apply -refresh-only', {}, true],
  ['terraform plan -var -refresh=false', {}, true],
])('the run of %j with %j refreshes: %s', (line, environment, refreshes) => {
  expect(parseCommand(line.split(' '), environment)).toMatchObject({ refreshes });
});

describe('an endpoint that exists', () => {
  it('is an error of each create, with its id, host and import block, and no more of its address', async () => {
    const s = await scene();
    const { id } = s.controls.webhooks.create({ ...endpoint, url: 'https://A.example:443/%68ook' });
    const other = { url: 'https://b.example/' };
    s.controls.webhooks.create({ ...endpoint, ...other });
    const { plan } = s.start(planning);
    const error = await failureOf(plan('endpoint'));
    expect(error).toBeInstanceOf(Refused);
    const waysOut = new RegExp(`workspace or stack, leave it there.*id = "${id}".*-refresh-only\``, 's');
    expect(error).toMatchObject({ ...exists(id), next: expect.stringMatching(waysOut) });
    expect(error).toMatchObject({ providerWide: false, message: expect.stringContaining('for a.example') });
    expect(JSON.stringify(error) + error.message).not.toContain('hook,');
    const short =
      /^`npx --no cdktf-provider-svc adopt --existing --write imports.tf` \(Python: without `npx --no`\) writes all/;
    const later = await failureOf(plan('endpoint', { values: other }));
    expect(later, 'a later one is short').toMatchObject({ next: expect.stringMatching(short) });
    const others = Array.from({ length: 6 }, () => kinds.endpoint.make(s));
    expect(await failureOf(s.start(planning).plan('endpoint')), 'all are named').toMatchObject(
      exists(id, ...others),
    );
  });

  it.each([
    ['its fields are known only at apply', planning, { unknown: ['url'] }],
    ['the walk applies', { walk: 'apply' }, {}],
    ['the walk destroys or refreshes', { walk: 'neither' }, {}],
    ['the events differ', planning, { values: { events: ['incident.created'] } }],
  ] as const)('is none if %s', async (_, changes, planned) => {
    const s = await scene();
    kinds.endpoint.make(s);
    expect(await s.start(changes).plan('endpoint', planned)).toEqual([]);
  });

  it('of which only a list tells that is late once is none; of one that is late for long, that cannot be told', async () => {
    for (const lateListings of [1, 9]) {
      const s = await scene({ dialect: { lateListings } });
      await s.start().platform.webhooks.delete(kinds.endpoint.make(s), { warn: () => {}, notes: notebook() });
      const said = await s
        .start(planning)
        .plan('endpoint')
        .catch((error: unknown) => error);
      if (lateListings === 1) expect(said).toEqual([]);
      else expect(said).toMatchObject({ summary: expect.stringMatching(/^Endpoint may be deleted: wh_/) });
    }
  });

  it('is none if a state is read while the platform is asked for it', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    const { plan, see } = s.start(planning);
    const seen = s.controls.requests.arrived('webhooks.get').then(() => see('endpoint', id));
    expect([await plan('endpoint'), await seen]).toEqual([[], undefined]);
  });

  it('is an error for an endpoint that is gone, and an equal key is named: Terraform plans both as it does a replacement', async () => {
    const s = await scene();
    kinds.endpoint.make(s);
    const id = kinds.key.make(s);
    const { plan } = s.start(planning);
    expect(await failureOf(plan('endpoint', { isReplacement: true }))).toBeInstanceOf(Refused);
    for (const isReplacement of [true, false])
      expect(await plan('key', { isReplacement })).toEqual([
        expect.stringContaining(`Equal API key exists: ${id} of `),
      ]);
  });

  it('that a state has shown needs a saved plan where the run cannot be noted; a first endpoint and a key need none', async () => {
    const s = await scene();
    const { plan, see, noted } = s.start({ ...planning, canNote: false });
    expect([await plan('endpoint'), await plan('key'), noted()]).toEqual([[], [], 2]);
    see('endpoint', kinds.endpoint.make(s));
    const other = s.start({ ...planning, canNote: false });
    for (const { id } of s.controls.webhooks.all()) other.see('endpoint', id);
    for (const unknown of [[], ['url']])
      expect(await failureOf(other.plan('endpoint', { isReplacement: true, unknown }))).toMatchObject({
        summary: 'Webhook endpoint needs a saved plan',
        next: expect.stringContaining('terraform plan -out=FILE'),
      });
  });

  it.each(['plan', 'apply'] as const)('twice in one %s is an error, and not of keys', async walk => {
    const { plan } = (await scene()).start({ walk });
    await plan('endpoint');
    await plan('endpoint', { values: { url: 'https://b.example/' } });
    expect(await failureOf(plan('endpoint'))).toMatchObject({ summary: 'Endpoint is planned twice' });
    expect([await plan('key'), await plan('key')]).toEqual([[], []]);
  });
});

/** A key as a state or a plan shows it. */
const keyOf = (identity: string, previous_id?: string) => ({
  resource: 'svc_api_key',
  identity,
  values: () => ({ previous_id }),
});

it.each([
  ['deleted', keyOf('key_1'), undefined, /^key_1 would.*deleted/],
  ['an earlier one of a key that is deleted', keyOf('key_2', 'key_0'), undefined, /^key_0 would.*revoked/],
  ['one whose overlap ends', keyOf('key_2', 'key_0'), keyOf('key_2'), /^key_0 would.*revoked/],
  ['kept, too', keyOf('key_1', 'key_0'), keyOf('key_1', 'key_0'), 'key_1 is at two addresses'],
  ['no other', keyOf('key_2', 'key_3'), keyOf('key_2'), undefined],
])(
  'a key that a plan keeps at one address, and is %s at another, in any order',
  async (_, prior, next, said) => {
    for (const isKeptFirst of [true, false]) {
      const { platform } = (await scene()).start(planning);
      const keep = () => platform.changePlanned(keyOf('key_1', 'key_0'), keyOf('key_1', 'key_0'));
      const change = () => platform.changePlanned(prior, next);
      const [first, second] = isKeptFirst ? [keep, change] : [change, keep];
      expect(first()).toBeUndefined();
      if (said instanceof RegExp)
        expect(second).toThrow(expect.objectContaining({ summary: expect.stringMatching(said) }));
      else expect(second()?.[0]).toBe(said);
    }
  },
);

it('an equal key is named with its id and its time, by each block, unless a state has shown it, as the key of a resource or as an earlier one', async () => {
  const s = await scene();
  const ids = Array.from({ length: 4 }, () => kinds.key.make(s));
  const { plan, see } = s.start(planning);
  see('key', ids[0] ?? '', { previous_id: ids[1], unrevoked_ids: [ids[2]] });
  const named = [expect.stringMatching(new RegExp(`^Equal API key exists: ${ids[3]} of 20.*Z$`))];
  expect([await plan('key'), await plan('key')]).toEqual([named, named]);
});

describe('the list', () => {
  it('is read once for all creates of a plan', async () => {
    const s = await scene();
    const { plan } = s.start(planning);
    for (const url of ['https://b.example/', 'https://c.example/'])
      await plan('endpoint', { values: { url } });
    expect(s.controls.requests.count('webhooks.list')).toBe(1);
  });

  it.each([
    ['fails', answer(405), {}],
    ['is declared unavailable', undefined, { unavailable: ['webhooks.list', 'webhooks.get'] }],
  ] as const)('%s: that is said once, and again beside a replacement', async (_, effect, changes) => {
    const s = await scene();
    if (effect) s.controls.faults.add({ operation: 'webhooks.list', times: 9, effect });
    const { plan } = s.start({ ...planning, ...changes });
    const said: (readonly string[])[] = [];
    for (const [at, isReplacement] of [true, true, false, true, false].entries())
      said.push(await plan('endpoint', { isReplacement, values: { url: `https://${at}.example/` } }));
    const words = ['Webhook endpoint: not compared with all that exist'];
    expect(said).toEqual([words, words, words, [], []]);
  });

  it('without next_cursor names the setting that declares it whole; what it shows is compared', async () => {
    const s = await scene({ dialect: { lastPage: {} } });
    s.controls.webhooks.create({ ...endpoint, url: 'https://b.example/' });
    expect((await s.start(planning).planInWords('endpoint')).join()).toContain('lists_are_whole = true');
    expect(await s.start({ ...planning, listsAreWhole: true }).plan('endpoint')).toEqual([]);
    const id = kinds.endpoint.make(s);
    expect(await failureOf(s.start(planning).plan('endpoint'))).toMatchObject(exists(id));
  });

  it('that shows objects in part cannot tell: that is said, with the id', async () => {
    const s = await scene({ dialect: { shown: { events: () => undefined } } });
    const id = kinds.endpoint.make(s);
    expect((await s.start(planning).planInWords('endpoint')).join()).toContain(
      `Of ${id}, the list does not show all`,
    );
  });
});

it('messages hold no control character, no second command, and no more of an address than its host', async () => {
  const s = await scene();
  const name = 'ci\n\u001b[2J\u202e $(reboot)';
  s.controls.apiKeys.create({ ...key, name });
  s.controls.webhooks.create({ ...endpoint, url: 'https://a.example/t0ken' });
  const { planInWords } = s.start(planning);
  const [words] = await planInWords('key', { values: { name } });
  const error = await failureOf(planInWords('endpoint', { values: { url: 'https://a.example/t0ken' } }));
  const said = [words, error.message, Object.values(error)].join('\n');
  for (const text of ['\u001b', '\u202e', 't0ken', 'reboot']) expect(said).not.toContain(text);
});
