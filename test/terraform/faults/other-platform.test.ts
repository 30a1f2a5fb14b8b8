import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../../src/sandbox';
import { scenario } from '../../harness/scenario';
import { endpoint, key } from '../blocks';

it('the variables of another platform: refresh, destroy and change are errors, the state is kept, and the first platform is untouched', async () => {
  const s = await scenario({ provider: 'base_url = var.address\napi_key = var.given' });
  await s.plantSecret('signing');
  const { url: address, key: given, controls } = s.platform;
  const variables = 'variable "address" {}\nvariable "given" {\n  sensitive = true\n}\n';
  await s.apply(variables + endpoint('a') + key('b'), { variables: { address, given } });
  const other = await startSandbox({ environment: 'live' });
  onTestFinished(() => other.close());
  const there = [`-var=address=${other.url}`, `-var=given=${other.key}`, '-no-color'];
  for (const command of [
    ['plan', '-refresh-only'],
    ['destroy', '-auto-approve'],
  ]) {
    const { code, stderr } = await s.terraform(...command, ...there);
    expect([code, stderr.split('Object of another platform').length - 1, command]).toEqual([1, 1, command]);
  }
  await s.configure(variables + key('b', { called: 'other' }));
  const unseen = await s.terraform('apply', '-refresh=false', '-auto-approve', ...there);
  // The deletion of the endpoint and the change of the key.
  expect(unseen.stderr.match(/Object of another platform/g)).toHaveLength(2);
  expect((await s.state()).resources).toHaveLength(2);
  expect([controls.webhooks.all(), controls.apiKeys.all()]).toMatchObject([[{}], [{ name: 'b' }]]);
  expect(other.controls.requests.count('apiKeys.delete')).toBe(0);
  await s.apply();
});
