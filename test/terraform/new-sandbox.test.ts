import { expect, it } from 'vitest';
import { aSandbox } from '../harness/a-sandbox';
import { scenario } from '../harness/scenario';
import { endpoint, key } from './blocks';

const variables = 'variable "address" {}\nvariable "given" {\n  sensitive = true\n}\n';

it('a stack against a new sandbox creates the objects of its state anew', async () => {
  const s = await scenario({ provider: 'base_url = var.address\napi_key = var.given' });
  await s.plantSecret('signing');
  const { url: address, key: given } = s.platform;
  await s.apply(variables + endpoint('a') + key('b'), { variables: { address, given } });
  const next = await aSandbox();
  const there = [`-var=address=${next.url}`, `-var=given=${next.key}`];
  const { stdout } = await s.terraform('apply', '-auto-approve', '-no-color', ...there);
  expect(stdout).toContain('2 added, 0 changed, 0 destroyed');
});
