import { describe, expect, it } from 'vitest';
import { recordRow } from '../fault-matrix';
import { Ground } from './ground';

const sixtyAndFive = `resource "svc_webhook_endpoint" "each" {
  count  = 60
  url    = "https://receiver.example/\${count.index}"
  events = ["alert.created"]
  secret = var.signing
}
resource "svc_api_key" "each" {
  count     = 5
  name      = "key \${count.index}"
  tenant_id = "ten_acme"
  scopes    = ["alerts:read"]
}
`;

describe('a backend that stored nothing, 60 endpoints and 5 keys, killed after 40 responses', () => {
  it.each([
    ['Terraform', 'ignored'],
    ['Terraform and provider', 'ignored'],
    ['Terraform and provider', 'honoured'],
  ] as const)(
    'SIGKILL to %s, Idempotency-Key %s: the plan names what it takes, and one apply converges',
    { timeout: 240_000 },
    async (whom, idempotency) => {
      const ground = await Ground.prepare({ kind: 'HTTP backend', idempotency });
      const { s, controls } = ground;
      await s.configure(sixtyAndFive);
      await ground.losingTheState(async () => {
        const held = controls.faults.add({
          method: 'POST',
          after: 40,
          times: Number.POSITIVE_INFINITY,
          effect: { kind: 'hang-before' },
        });
        const terraform = s.start('apply', '-auto-approve', '-no-color', '-parallelism=20');
        await held.reached;
        await expect.poll(() => ground.answered()).toBe(40);
        await ground.kill(terraform, whom !== 'Terraform');
      });
      controls.faults.clear();
      const left = ground.ids;
      expect(left).toHaveLength(40);
      const plan = await s.plan();
      const said = plan.warnings.map(({ summary, detail }) => summary + detail).join('\n');
      for (const id of left) expect(said).toContain(id);
      const { state, next } = await s.applyPlan(plan, {
        warnings: [
          /will be taken over/,
          ...(left.some(id => id.startsWith('key')) ? [/will be issued anew/] : []),
        ],
      });
      expect(next.warnings).toEqual([]);
      expect([controls.webhooks.all().length, controls.apiKeys.all().length]).toEqual([60, 5]);
      const values = state.resources.flatMap(({ type, values: { key } }) =>
        type === 'svc_api_key' ? [key] : [],
      );
      expect(values.toSorted()).toEqual(
        controls.apiKeys
          .all()
          .map(({ id }) => controls.apiKeys.valueOf(id))
          .toSorted(),
      );
      recordRow({
        fault: `SIGKILL to ${whom} after 40 answers`,
        moment: `60 endpoints and 5 keys, a backend that has stored nothing (Idempotency-Key ${idempotency})`,
        outcome:
          'the plan names all 40; one apply converges without an error: 60 endpoints, 5 keys with their values',
      });
    },
  );
});
