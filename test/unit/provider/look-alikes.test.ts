import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { both, endpoint, key, kinds, type RunChanges, scene } from './creation-fixture';

const refuse = { lookAlikes: 'refuse' } as const;

describe('an object that looks the same', () => {
  it.each(both)('is named by the plan of the %s once, and its apply does not repeat it', async kind => {
    const s = await scene();
    const ids = [kinds[kind].make(s), kinds[kind].make(s)];
    const [said = '', ...others] = await s.plan([kind, kind]);
    expect(others).toEqual([expect.stringMatching(/is planned twice$/)]);
    for (const id of ids) expect(said).toContain(id);
    const later = kinds[kind].make(s);
    expect((await s.create(kind)).warnings).toEqual([expect.stringMatching(` ${later} looks the same$`)]);
  });

  it('is named although the platform spells its address in another way', async () => {
    const s = await scene();
    const { id } = s.controls.webhooks.create({ ...endpoint, url: 'https://A.example:443/%68ook' });
    expect(await s.plan(['endpoint'])).toEqual([`Webhook endpoint ${id} looks the same`]);
  });

  it('is named by the apply if the fields were unknown at plan', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    const run = { terraform: 't' };
    const planning = await s.start({ run, command: { name: 'plan' } });
    expect(await planning.plan('endpoint', ['url'])).toEqual([]);
    planning.end();
    expect(await (await s.start({ run })).plan('endpoint'), 'the apply plans it again').toEqual([]);
    await expect(s.create('endpoint', refuse)).rejects.toThrow(id);
    expect((await s.create('endpoint')).warnings).toEqual([`Webhook endpoint ${id} looks the same`]);
  });

  it.each([
    ['a state has shown it', {}, true],
    ['the run is restricted', { command: { isWhole: false } }, false],
    ['the run creates nothing', { command: { mayCreate: false } }, false],
    ['it is accepted', { acceptedLookAlikes: ['ID'] }, false],
  ])('is not named if %s', async (_, changes, isSeen) => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    const accepted = 'acceptedLookAlikes' in changes ? { acceptedLookAlikes: [id] } : {};
    const planning = await s.start({ ...changes, ...accepted });
    if (isSeen) planning.see('endpoint', id);
    expect(await planning.plan('endpoint')).toEqual([]);
  });

  interface Told {
    readonly isSeen?: boolean;
    readonly unknown?: readonly string[];
    /** A plan that creates nothing comes between the plan and its apply. */
    readonly between?: RunChanges['command'];
    /** Whether the plan has announced that another create takes it over. */
    readonly isTaken?: boolean;
  }
  it.each<[string, RunChanges, Told, isRefused: boolean]>([
    ['it is refused before the other one goes', {}, {}, true],
    ['also after a restricted plan', { command: { name: 'plan', isWhole: false } }, {}, true],
    ['not if a state has shown it', {}, { isSeen: true }, false],
    ['not if the fields are known only at apply', {}, { unknown: ['url'] }, false],
    ['not after a plan that destroys', {}, { between: { mode: 'destroy', mayCreate: false } }, false],
    ['not after a plan that creates nothing', {}, { between: {} }, false],
    ['not if another create takes it over', {}, { isTaken: true }, false],
    ['"warn" refuses nothing', { lookAlikes: 'warn' }, {}, false],
  ])('and one is created in place of another: %s', async (_, changes, told, isRefused) => {
    const s = await scene();
    const [replaced, stranger] = [kinds.endpoint.make(s), kinds.endpoint.make(s)];
    if (told.isTaken) s.leave('endpoint', { id: stranger });
    const planning = await s.start({ ...refuse, ...changes });
    if (told.isTaken) await planning.plan('endpoint');
    for (const id of told.isSeen ? [replaced, stranger] : [replaced]) planning.see('endpoint', id);
    await planning.plan('endpoint', [], { events: ['incident.created'] });
    const planned = { resource: 'svc_webhook_endpoint', values: { ...endpoint }, isReplacement: true };
    const isKnown = (name: string) => !told.unknown?.includes(name);
    expect(await planning.platform.creationPlanned({ ...planned, isKnown })).toEqual([]);
    planning.end();
    if (told.between) (await s.start({ command: { name: 'plan', ...told.between } })).end();
    const { platform, see } = await s.start({ ...refuse, ...changes, command: { hasPlanFile: true } });
    see('endpoint', replaced);
    const deleted = platform.webhooks.delete(replaced);
    if (isRefused) await expect(deleted).rejects.toThrow(stranger);
    else await deleted;
    expect(kinds.endpoint.all(s).includes(replaced)).toBe(isRefused);
  });

  it('and the second kind is judged, too, before anything of it goes', async () => {
    const s = await scene();
    const [replaced, former, stranger] = [kinds.endpoint, kinds.key, kinds.key].map(({ make }) => make(s));
    const planning = await s.start({ ...refuse, command: { name: 'plan' } });
    for (const id of [replaced, former]) planning.see('key', id ?? '');
    for (const kind of both) await planning.plan(kind);
    planning.end();
    const { platform } = await s.start({ ...refuse, command: { hasPlanFile: true } });
    await platform.webhooks.delete(replaced ?? '');
    await expect(platform.apiKeys.delete(former ?? '')).rejects.toThrow(stranger);
  });

  it('is named by the plan of a block that begins after that of another block has ended, and by no apply', async () => {
    const s = await scene();
    const ids = [kinds.endpoint.make(s), kinds.key.make(s)];
    const pid = vi.spyOn(process, 'pid', 'get');
    onTestFinished(() => void vi.restoreAllMocks());
    const said = [];
    for (const [at, isFirst] of [true, false, false].entries()) {
      const block = await s.start({ run: { terraform: 't' } });
      const unknown = isFirst ? ['url'] : [];
      said.push(...(await block.plan('endpoint', unknown)), ...(isFirst ? [] : await block.plan('key')));
      pid.mockReturnValueOnce(at + 1);
      block.end();
    }
    expect(said).toEqual([`API key ${ids[1]} looks the same`]);
  });

  it('is named with its import line by a restricted run only if an earlier run has left it', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    s.leave('endpoint', { id });
    expect(await s.plan(['endpoint'], { command: { isWhole: false } })).toEqual([
      `Webhook endpoint ${id} is not taken over by this run`,
    ]);
  });

  it('is named in lines that hold no address, no control character and no second command', async () => {
    const s = await scene();
    const name = 'ci\n\u001b[2J\u202e $(reboot)';
    const ids = [
      s.controls.webhooks.create({ ...endpoint, url: 'https://hooks.example/T0KEN' }).id,
      ...[1, 2].map(() => s.controls.apiKeys.create({ ...key, name }).id),
    ];
    const { platform } = await s.start();
    const lines = [];
    for (const [resource, values] of [
      ['svc_webhook_endpoint', { ...endpoint, url: 'https://hooks.example/T0KEN' }],
      ['svc_api_key', { ...key, name }],
    ] as const) {
      const planned = { resource, values: { ...values }, isKnown: () => true, isReplacement: false };
      const [[, detail = ''] = []] = await platform.creationPlanned(planned);
      lines.push(detail.split('\n').slice(1));
    }
    expect(lines).toEqual([
      [`    terraform import svc_webhook_endpoint.NAME ${ids[0]}`],
      ids
        .slice(1)
        .flatMap(id => [
          `  ${id}, "ci\\n\\u001b[2J\\u{202e} $(reboot)"`,
          `    terraform import svc_api_key.NAME ${id}`,
        ]),
    ]);
  });

  it('is refused by look_alikes = "refuse" before anything is created, and accepted by its id', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    expect(await s.plan(['endpoint'], refuse)).toHaveLength(1);
    await expect(s.create('endpoint', refuse)).rejects.toThrow(
      `    terraform import svc_webhook_endpoint.NAME ${id}`,
    );
    expect(kinds.endpoint.all(s)).toEqual([id]);
    expect(s.entries()).toEqual([]);
    expect((await s.create('endpoint', { ...refuse, acceptedLookAlikes: [id] })).warnings).toEqual([]);
  });

  it('is refused if the plan is not known, but not if a state has shown it by the end of the plan', async () => {
    const s = await scene();
    kinds.endpoint.make(s);
    await expect(s.create('endpoint', refuse)).rejects.toThrow('looks the same');
    const planning = await s.start({ ...refuse, command: { name: 'plan' } });
    await planning.plan('endpoint');
    for (const each of kinds.endpoint.all(s)) planning.see('endpoint', each);
    planning.end();
    expect((await s.create('endpoint', refuse)).warnings).toEqual([]);
  });

  it('is none that this apply has created: an answer is lost, and the former key is revoked all the same', async () => {
    const s = await scene();
    const former = kinds.key.make(s);
    const planning = await s.start({ ...refuse, command: { name: 'plan' } });
    planning.see('key', former);
    await planning.plan('key');
    planning.end();
    let now = 0;
    // No list is shared: each reading of the clock is a minute after the last one.
    const monotonic = () => (now += 60_000);
    const { platform, create, see } = await s.start({ ...refuse, monotonic, command: { hasPlanFile: true } });
    see('key', former);
    s.controls.faults.add({ operation: 'apiKeys.create', effect: { kind: 'drop-after' } });
    const { id } = await create('key');
    await platform.apiKeys.delete(former);
    expect(kinds.key.all(s)).toEqual([expect.any(String), id]);
  });

  it('is refused although the same apply has just listed the other kind', async () => {
    const s = await scene();
    kinds.key.make(s);
    let now = 0;
    // The list is read in a hundred milliseconds, so it is shared for a second.
    const { create } = await s.start({ ...refuse, monotonic: () => (now += now < 100 ? 50 : 1) });
    await create('endpoint');
    await expect(create('key')).rejects.toThrow('looks the same');
  });

  it('is refused if it appears after the plan', async () => {
    const s = await scene();
    expect(await s.plan(['endpoint'], refuse)).toEqual([]);
    const id = kinds.endpoint.make(s);
    await expect(s.create('endpoint', refuse)).rejects.toThrow(id);
  });
});

describe('two equal objects of one plan', () => {
  const twins = {
    endpoint: [
      'Webhook endpoint for a.example is planned twice',
      { url: 'https://A.example:443/hook' },
      ['url'],
    ],
    key: ['API key "reporting" is planned twice', {}, ['scopes']],
  } as const;

  it.each(both)('are named at the second %s, in any run that plans creates', async kind => {
    const [said, spelled, unknown] = twins[kind];
    for (const isWhole of [true, false]) {
      const s = await scene();
      const planning = await s.start({ command: { name: 'plan', isWhole } });
      expect(await planning.plan(kind)).toEqual([]);
      expect(await planning.plan(kind, unknown), 'what is not known yet').toEqual([]);
      expect(await planning.plan(kind, [], spelled)).toEqual([said]);
    }
  });

  it('are not named if they differ in what the platform shows', async () => {
    const s = await scene();
    const planning = await s.start({ command: { name: 'plan' } });
    for (const events of [['alert.created'], ['incident.created'], ['alert.created', 'incident.created']])
      expect(await planning.plan('endpoint', [], { events })).toEqual([]);
  });
});
