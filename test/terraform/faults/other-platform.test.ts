import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../../src/sandbox';
import { scenario } from '../../harness/scenario';
import { endpoint, key } from '../blocks';

it('a destroy with the settings of another platform is an error that keeps the state, and the objects work on', async () => {
  const s = await scenario({ provider: 'base_url = var.address\napi_key = var.given' });
  await s.plantSecret('signing');
  const { url: address, key: given } = s.platform;
  const variables = 'variable "address" {}\nvariable "given" {\n  sensitive = true\n}\n';
  await s.apply(variables + endpoint('a') + key('b'), { variables: { address, given } });
  const other = await startSandbox({ environment: 'live' });
  onTestFinished(() => other.close());
  const there = ['-no-color', `-var=address=${other.url}`, `-var=given=${other.key}`];
  // A refresh says it once, an apply of each object.
  for (const [flag, times] of [['-refresh=true', 1] as const, ['-refresh=false', 2] as const]) {
    const { code, stderr } = await s.terraform('destroy', '-auto-approve', flag, ...there);
    expect([code, stderr.match(/Object of another platform/g)?.length]).toEqual([1, times]);
  }
  await s.checkInvariants();
});
