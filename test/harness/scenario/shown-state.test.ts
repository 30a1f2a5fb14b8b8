import { expect, it } from 'vitest';
import { InvariantBroken } from '../invariants';
import { scenario } from '../scenario';

// terraform_data copies a sensitive input to an output that is not sensitive: a real leak.
it('finds a secret that is shown in a state, as text and as JSON', async () => {
  const s = await scenario({ provider: false, readsText: true });
  await s.plantSecret('signing');
  const applied = s.apply('resource "terraform_data" "a" {\n  input = var.signing\n}\n');
  await expect(applied).rejects.toThrow(InvariantBroken);
  await expect(applied).rejects.toThrow(/signing stands raw in stdout of terraform show -no-color/);
  await expect(applied).rejects.toThrow(/signing stands raw in the state as JSON/);
});
