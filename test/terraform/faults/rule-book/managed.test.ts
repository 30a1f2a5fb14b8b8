import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { Ground } from './ground';

/** Resources of equal configuration: they look the same on the platform. */
const twins = (...names: readonly string[]) =>
  names.map(name => endpoint(name, { path: 'twin' }) + key(name, { called: 'twin' })).join('');
const prefix = ['svc_webhook_endpoint', 'svc_api_key'];
const targets = (name: string) => prefix.map(type => `-target=${type}.${name}`);

/** What a command says of look-alikes and of objects that are in no state. */
const suspicions = ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) =>
  (stdout + stderr).match(
    /Warning: .*(?:looks? the same|in no state|left over|taken over|issued anew|a duplicate).*/g,
  ) ?? [];

const silent = (moment: string) =>
  recordRow({
    fault: 'none: equal objects that are all managed',
    moment,
    outcome: 'no warning reports a managed object',
  });

describe('no warning reports a managed object', () => {
  it('of twins made by -target=a, then by -target=b', async () => {
    const ground = await Ground.prepare();
    for (const name of ['a', 'b'])
      expect(suspicions(await ground.applyAlone(twins('a', 'b'), ...targets(name))), name).toEqual([]);
    expect(await ground.warnings()).toEqual([]);
    await ground.s.apply();
    silent('-target=a, then -target=b');
  });

  it('of twins made by -target=a, and after a plan by -target=b', async () => {
    const ground = await Ground.prepare();
    await ground.applyAlone(twins('a'));
    expect(await ground.warnings()).toEqual([]);
    expect(suspicions(await ground.applyAlone(twins('a', 'b'), ...targets('b')))).toEqual([]);
    await ground.s.apply();
    silent('an apply, a plan, then -target of an equal one');
  });

  it('of twins that are replaced: taint, -replace, create_before_destroy', async () => {
    const ground = await Ground.prepare();
    await ground.applyAlone(twins('a', 'b'));
    await ground.succeed('taint', 'svc_webhook_endpoint.a');
    await ground.succeed('taint', 'svc_api_key.a');
    await ground.s.apply();
    const replaced = prefix.map(type => `-replace=${type}.a`);
    expect(suspicions(await ground.applyAlone(twins('a', 'b'), ...replaced))).toEqual([]);
    const first = twins('a', 'b').replaceAll(
      '{\n',
      '{\n  lifecycle {\n    create_before_destroy = true\n  }\n',
    );
    expect(suspicions(await ground.applyAlone(first, ...replaced))).toEqual([]);
    expect(suspicions(await ground.applyAlone(first, '-refresh=false', ...replaced))).toEqual([]);
    await ground.s.apply();
    expect(ground.ids).toHaveLength(4);
    silent('taint, -replace, create_before_destroy');
  });

  it('in another workspace, in `terraform test`, and after init -reconfigure', async () => {
    const ground = await Ground.prepare();
    await ground.applyAlone(twins('a'));
    await ground.succeed('init', '-reconfigure', '-no-color');
    expect(await ground.warnings()).toEqual([]);
    await ground.applyAlone(`${twins('a')}${endpoint('new')}`);
    await ground.s.workspace.write('check.tftest.hcl', 'run "once" {\n  command = apply\n}\n');
    const before = ground.ids;
    expect(suspicions(await ground.succeed('test', '-no-color'))).toEqual([]);
    expect(ground.ids).toEqual(before);
    await ground.succeed('workspace', 'new', 'other');
    // A state of another workspace is out of sight: equal objects are named as such, and never called lost.
    for (const words of suspicions(await ground.applyAlone(twins('a'))))
      expect(words).toContain('looks the same');
    await ground.succeed('destroy', '-auto-approve', '-no-color');
    await ground.succeed('workspace', 'select', 'default');
    await ground.s.apply(`${twins('a')}${endpoint('new')}`);
    expect(ground.ids).toEqual(before);
    silent('`terraform test` after an apply, another workspace, init -reconfigure');
  });

  it('of a resource that waits for a slow part of the configuration', async () => {
    const ground = await Ground.prepare();
    await ground.s.startFrom(endpoint('kept'));
    const slow = `locals {\n  slow = [for n in range(4) : bcrypt("x", 13)]\n}\n${endpoint('late', { path: '$' + '{length(local.slow)}' })}`;
    await ground.s.configure(endpoint('kept') + slow);
    const { faults } = ground.controls;
    const held = faults.add({ method: 'POST', effect: { kind: 'hang-before' } });
    const other = `${endpoint('kept') + slow}${endpoint('after').replace('{\n', '{\n  depends_on = [svc_webhook_endpoint.late]\n')}`;
    await ground.s.configure(other);
    const terraform = ground.s.start('apply', '-auto-approve', '-no-color');
    await held.reached;
    const second = faults.add({ method: 'POST', effect: { kind: 'hang-before' } });
    held.remove();
    await second.reached;
    const state = join(ground.s.workspace.root, 'terraform.tfstate');
    // A kill while Terraform writes the state would tear it.
    await expect.poll(() => readFile(state, 'utf8')).toContain('"late"');
    await ground.kill(terraform, true);
    faults.clear();
    expect(suspicions(await ground.succeed('plan', '-no-color'))).toEqual([]);
    silent('a state that Terraform comes to a second after the others');
  });
});
