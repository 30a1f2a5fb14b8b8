import { describe, expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { combinations, said } from './combinations';
import { Ground } from './ground';

describe.each(combinations)('Ctrl-C during the second look, Idempotency-Key %s, %s', (idempotency, kind) => {
  it.each([
    ['endpoint', endpoint('a'), 'webhooks'],
    ['key', key('k'), 'apiKeys'],
  ] as const)(
    '%s: it is cancelled or its outcome unknown, never a bug of the provider',
    async (name, block, collection) => {
      const ground = await Ground.prepare({ idempotency, kind });
      const { s, controls } = ground;
      await s.configure(block);
      controls.faults.add({ operation: `${collection}.create`, effect: { kind: 'drop-before' } });
      const terraform = s.start('apply', '-auto-approve', '-no-color');
      await controls.requests.arrived(`${collection}.create`);
      const looks = controls.requests.count(`${collection}.list`);
      await expect.poll(() => controls.requests.count(`${collection}.list`)).toBeGreaterThan(looks);
      terraform.kill('SIGINT');
      const { stderr, stdout } = await terraform.finished;
      expect(stderr + stdout).toMatch(/Cancelled|Outcome of create unknown/);
      expect(stderr + stdout).not.toMatch(/bug of the provider|AbortError|unforeseen/i);
      const { next } = await s.apply(undefined, { warnings: [] });
      expect(next.warnings).toEqual([]);
      expect(ground.ids).toHaveLength(1);
      recordRow({
        fault: 'Ctrl-C between the looks after a lost answer',
        moment: `a creation of ${name === 'endpoint' ? 'an endpoint' : 'a key'} (${said(idempotency, kind)})`,
        outcome:
          'an error says that it was cancelled or that its outcome is unknown; the next apply converges',
      });
    },
  );
});
