import { describe, expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { type BackendKind, Ground } from './ground';

const both = endpoint('a') + key('k');
const fault = 'killed after the platform’s answer, before any state had it';

async function cutOff(kind: BackendKind) {
  const ground = await Ground.prepare({ kind });
  await ground.s.configure(both);
  const ids = await ground.cutOffAfterAnswers(2);
  ground.controls.requests.clear();
  return { ground, s: ground.s, ids };
}

/** Nothing of the other place's objects is changed or revoked, and the apply here names them. */
async function createsBeside(ground: Ground, ids: readonly string[], ...flags: readonly string[]) {
  const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color', ...flags);
  for (const id of ids) {
    expect(ground.ids).toContain(id);
    expect(stdout).toContain(id);
  }
  expect(ground.ids).toHaveLength(4);
  const { requests } = ground.controls;
  expect([requests.count('webhooks.update'), requests.count('apiKeys.delete')]).toEqual([0, 0]);
}

const row = (place: string) =>
  recordRow({
    fault,
    moment: `an endpoint and a key; then an apply of the same at another place: ${place}`,
    outcome: 'nothing is touched; a warning names both; at their own place the next apply converges',
  });

/** Back at the place of the killed run. */
async function convergesHere(ground: Ground) {
  for (const id of ground.ids) ground.s.disown(id);
  const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color');
  expect(stdout).toContain('will be taken over');
  expect(ground.ids).toHaveLength(4);
  expect((await ground.s.plan()).isEmpty).toBe(true);
}

describe('the id is known, and the run is at another place', () => {
  it('-state', async () => {
    const { ground, ids } = await cutOff('local state');
    await createsBeside(ground, ids, '-state=other.tfstate');
    await convergesHere(ground);
    row('-state');
  });

  it('another workspace', async () => {
    const { ground, ids } = await cutOff('local state');
    await ground.succeed('workspace', 'new', 'other');
    await createsBeside(ground, ids);
    await ground.succeed('workspace', 'select', 'default');
    await convergesHere(ground);
    row('another workspace');
  });

  it.each([
    ['another path', 'other'],
    ['another query', 'main?project=other'],
  ])('an HTTP backend of %s', async (name, address) => {
    const { ground, ids } = await cutOff('HTTP backend');
    const other = ground.backend?.address(address) ?? '';
    await ground.succeed('init', '-reconfigure', '-no-color', `-backend-config=address=${other}`);
    await createsBeside(ground, ids);
    await ground.succeed('init', '-reconfigure', '-no-color');
    await convergesHere(ground);
    row(`an HTTP backend of ${name}`);
  });

  it('the same HTTP backend with other credentials, from the file instead of the environment, is the same place', async () => {
    const { ground, s, ids } = await cutOff('HTTP backend');
    const same = ground.backend?.address('main', 'user:password') ?? '';
    await ground.succeed(
      'init',
      '-reconfigure',
      '-no-color',
      `-backend-config=address=${same}`,
      '-backend-config=username=somebody',
      '-backend-config=password=something',
    );
    await s.apply(undefined, {
      warnings: ids.map(id => new RegExp(`${id} will be (?:taken over|issued anew)`)),
    });
    expect(ground.ids).toHaveLength(2);
    expect(await ground.journal()).not.toContain('password');
    recordRow({
      fault,
      moment: 'an endpoint and a key; then an apply at the same HTTP backend with other credentials',
      outcome: 'the same place: one apply converges',
    });
  });
});
