import { describe, expect, it } from 'vitest';
import { reporting } from '../../../harness/scenario/reporting';
import { endpoint, key } from '../../blocks';
import { Ground } from './ground';

const apply = ['apply', '-auto-approve', '-no-color'] as const;
const type = 'svc_webhook_endpoint';
const block = (name: string) => endpoint(name, { path: 'same' });

it('an object at two addresses: the import block of a rename is an error in any order; `state list -id` and `moved` converge, with the same ids', async () => {
  const ground = await Ground.prepare();
  const { s } = ground;
  const counted = (name: string) =>
    block(name)
      .replace('{\n', '{\n  count = 12\n')
      .replaceAll('same', 'same-$' + '{count.index}');
  await s.startFrom(counted('former'));
  const before = ground.ids;
  const { resources } = await s.state();
  const imports = resources
    .map(
      ({ address, values }) =>
        `import {\n  to = ${address.replace('former', 'new')}\n  id = "${values['id']}"\n}\n`,
    )
    .join('');
  await s.configure(counted('new') + imports);
  for (const command of [['plan', '-no-color'], apply, [...apply, '-parallelism=1', '-refresh=false']]) {
    const { code, stderr } = await s.terraform(...command);
    expect(code).toBe(1);
    for (const id of before) expect(stderr).toContain(`Error: ${id} would be kept and deleted`);
    expect(ground.ids).toEqual(before);
  }
  const listed = await ground.succeed('state', 'list', `-id=${before[0]}`);
  expect(listed.stdout.trim()).toMatch(/\.former\[\d+\]$/);
  await s.apply(`${counted('new')}moved {\n  from = ${type}.former\n  to   = ${type}.new\n}\n`);
  expect(ground.ids).toEqual(before);
});

it('a previous key at a second address is not revoked when its overlap ends, imported by a block or before; the cure revokes it', async () => {
  const ground = await Ground.prepare();
  const { s, controls } = ground;
  const rotated = (release: number) =>
    key('a', { more: `rotation = { overlap_days = 1, triggers = { release = "${release}" } }` });
  await s.startFrom(rotated(1));
  await s.apply(rotated(2), { warnings: [/is rotated, and its present value/] });
  const [former = '', second] = ground.ids;
  await controls.clock.advance(2 * 24 * 3_600_000);
  const refuses = async () => {
    const { code, stderr } = await s.terraform(...apply);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${former} would be kept and revoked`)]);
    expect(ground.ids).toEqual([former, second]);
    return (await ground.succeed('state', 'list', `-id=${former}`)).stdout.trim();
  };
  const again = key('b', { called: 'a' });
  await s.configure(`${rotated(2)}${again}import {\n  to = svc_api_key.b\n  id = "${former}"\n}\n`);
  expect(await refuses()).toBe('');
  await s.configure(rotated(2) + again);
  await ground.succeed('import', 'svc_api_key.b', former);
  expect(await refuses()).toBe('svc_api_key.b');
  await ground.succeed('state', 'rm', 'svc_api_key.b');
  await s.apply(rotated(2));
  expect(ground.ids).toEqual([second]);
});

describe('what keeps or deletes an object once goes on', () => {
  it('`removed` without destroy beside the import', async () => {
    const ground = await Ground.prepare();
    const { s } = ground;
    await s.startFrom(block('former'));
    const [id] = ground.ids;
    const removed = `removed {\n  from = ${type}.former\n  lifecycle {\n    destroy = false\n  }\n}\n`;
    await s.configure(`${block('new')}${removed}import {\n  to = ${type}.new\n  id = "${id}"\n}\n`);
    expect((await ground.succeed(...apply)).stdout).toContain('1 imported, 0 added');
    expect(ground.ids).toEqual([id]);
  });

  it('a deposed object of create_before_destroy', async () => {
    const ground = await Ground.prepare();
    const { s, controls } = ground;
    const text = key('a').replace(/\}\n$/, '  lifecycle {\n    create_before_destroy = true\n  }\n}\n');
    await s.startFrom(text);
    const [former] = ground.ids;
    controls.faults.add({ method: 'DELETE', times: 9, effect: { kind: 'status', status: 500 } });
    expect((await s.terraform(...apply, '-replace=svc_api_key.a')).code).toBe(1);
    controls.faults.clear();
    expect(ground.ids).toHaveLength(2);
    await s.terraform('plan', '-refresh-only', '-out=drift.tfplan');
    const { risks } = await (await reporting(s)).json('drift.tfplan', '--drift');
    expect(risks.map(({ sentence }) => sentence.text)).toEqual([
      expect.stringContaining(`was left by an earlier replacement, and ${former} still exists`),
    ]);
    await ground.succeed(...apply, '-target=svc_api_key.a');
    expect([ground.ids.length, ground.ids.includes(former ?? '')]).toEqual([1, false]);
    await s.checkInvariants();
  });
});
