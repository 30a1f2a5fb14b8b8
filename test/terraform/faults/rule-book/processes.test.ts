import { chmod, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findTerraform } from '../../../../src/cli/terraform-binary';
import { scenario, withoutLogs } from '../../../harness/scenario';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { removeSocketsOfTheKilled } from '../killed-sockets';
import { Ground } from './ground';

const both = endpoint('a') + key('k');

describe('the process of an entry', () => {
  it('is alive: its objects are not touched, and the create waits for it', async () => {
    const ground = await Ground.prepare({ provider: 'request_timeout = 20\nmax_retries = 1' });
    const { s, controls } = ground;
    await s.configure(both);
    const held = ['webhooks.create', 'apiKeys.create'] as const;
    const faults = held.map(operation => controls.faults.add({ operation, effect: { kind: 'hang-before' } }));
    const first = s.start('apply', '-auto-approve', '-no-color');
    await Promise.all(faults.map(({ reached }) => reached));
    const second = s.start('apply', '-auto-approve', '-no-color', '-state=other.tfstate');
    await new Promise(resolve => setTimeout(resolve, 4000));
    expect(controls.requests.count('webhooks.create')).toBe(1);
    controls.faults.clear();
    const finished = await Promise.all([first.finished, second.finished]);
    expect(finished.map(({ code }) => code)).toEqual([0, 0]);
    expect(ground.ids).toHaveLength(4);
    expect([controls.requests.count('webhooks.update'), controls.requests.count('apiKeys.delete')]).toEqual([
      0, 0,
    ]);
    const text = finished.map(({ stdout }) => stdout).join('\n');
    expect(text).not.toMatch(/taken over|issued anew|may be created twice/);
    for (const id of ground.ids) s.disown(id);
    recordRow({
      fault: 'the process of an entry lives',
      moment: 'an endpoint and a key; meanwhile an apply of the same with another state',
      outcome: 'the second waits, takes nothing, and creates its own',
    });
  });

  it('was in another PID namespace: its state is unknown, so the create waits, and then does not touch its objects', {
    timeout: 300_000,
  }, async context => {
    if (process.getuid?.() !== 0) return context.skip('PID namespaces need root here');
    const { path } = await findTerraform({ environment: process.env });
    const binary = join(tmpdir(), `terraform-${process.pid}.sh`);
    onTestFinished(() => rm(binary, { force: true }));
    await writeFile(
      binary,
      `#!/bin/sh\n[ -e .apart ] || exec ${path} "$@"\nexec unshare --pid --fork --mount-proc --kill-child=SIGKILL ${path} "$@"\n`,
    );
    await chmod(binary, 0o755);
    const s = await scenario({ binary, environment: withoutLogs, sandbox: { idempotency: 'ignored' } });
    await s.plantSecret('signing');
    await s.configure(both);
    await s.workspace.write('.apart', '');
    const { faults, requests, webhooks, apiKeys } = s.platform.controls;
    const held = (['webhooks.create', 'apiKeys.create'] as const).map(operation =>
      faults.add({ operation, effect: { kind: 'hang-after' } }),
    );
    const terraform = s.start('apply', '-auto-approve', '-no-color');
    await Promise.all(held.map(({ reached }) => reached));
    await terraform.killAll('SIGKILL');
    await terraform.finished;
    await removeSocketsOfTheKilled(s);
    faults.clear();
    const left = [...webhooks.all(), ...apiKeys.all()].map(({ id }) => id);
    expect(left).toHaveLength(2);
    await rm(join(s.workspace.root, '.apart'));
    requests.clear();
    const began = Date.now();
    const { code, stdout } = await s.terraform('apply', '-auto-approve', '-no-color');
    expect(code).toBe(0);
    expect(Date.now() - began).toBeGreaterThan(40_000);
    for (const id of left) {
      expect(stdout).toContain(id);
      s.disown(id);
    }
    expect([requests.count('webhooks.update'), requests.count('apiKeys.delete')]).toEqual([0, 0]);
    expect(stdout).toMatch(/may be created twice/);
    await s.apply(undefined, { warnings: 'any' });
    recordRow({
      fault: 'killed before the answer, in another PID namespace',
      moment: 'an endpoint and a key; then an apply',
      outcome: 'waited for, then left alone with a warning; others are created',
    });
    return undefined;
  });
});
