import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';
import { endpoint, key } from '../blocks';

it('a copy of the platform, with the same ids and times, changes and deletes nothing before `apply -refresh-only`', async () => {
  const s = await scenario({ provider: 'base_url = var.address\napi_key = var.given' });
  await s.plantSecret('signing');
  const { controls, url: address, key: given } = s.platform;
  const variables = 'variable "address" {}\nvariable "given" {\n  sensitive = true\n}\n';
  await s.apply(variables + endpoint('a') + key('b'), { variables: { address, given } });
  const live = controls.apiKeys.create({ name: 'live', tenant_id: 'ten_acme', environment: 'live' });
  const run = async (...words: readonly string[]) => {
    const there = [`-var=address=${address}`, `-var=given=${controls.apiKeys.stored(live.id)?.key}`];
    const { code, stdout, stderr } = await s.terraform(...words, '-auto-approve', '-no-color', ...there);
    return [code, /No changes|Object of another platform/.exec(stdout + stderr)?.[0]];
  };
  expect(await run('apply', '-refresh=false')).toEqual([0, 'No changes']);
  expect(await run('apply')).toEqual([1, 'Object of another platform']);
  expect(await run('destroy')).toEqual([1, 'Object of another platform']);
  expect([controls.webhooks.all().length, controls.apiKeys.all().length]).toEqual([1, 2]);
  expect(await run('apply', '-refresh-only')).toEqual([0, 'No changes']);
  expect(await run('apply')).toEqual([0, 'No changes']);
  expect(await run('destroy')).toEqual([0, undefined]);
  expect([controls.webhooks.all().length, controls.apiKeys.all().length]).toEqual([0, 1]);
});
