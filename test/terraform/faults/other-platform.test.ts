import { expect, it } from 'vitest';
import { aSandbox } from '../../harness/a-sandbox';
import { scenario } from '../../harness/scenario';
import { endpoint, key } from '../blocks';

/** A stack whose variables name the platform. */
async function applied() {
  const s = await scenario({ provider: 'base_url = var.address\napi_key = var.given' });
  await s.plantSecret('signing');
  const { url: address, key: given } = s.platform;
  const variables = 'variable "address" {}\nvariable "given" {\n  sensitive = true\n}\n';
  await s.apply(variables + endpoint('a') + key('b'), { variables: { address, given } });
  return s;
}

it('a destroy with the settings of another platform is an error that keeps the state, and the objects work on', async () => {
  const s = await applied();
  const other = await aSandbox({ environment: 'live' });
  const there = ['-no-color', `-var=address=${other.url}`, `-var=given=${other.key}`];
  // A refresh says it once, an apply of each object.
  for (const [flag, times] of [['-refresh=true', 1] as const, ['-refresh=false', 2] as const]) {
    const { code, stderr } = await s.terraform('destroy', '-auto-approve', flag, ...there);
    expect([code, stderr.match(/Object of another platform/g)?.length]).toEqual([1, times]);
  }
  await s.checkInvariants();
});

it('a stack against a new sandbox creates the objects of its state anew', async () => {
  const s = await applied();
  const next = await aSandbox();
  const there = [`-var=address=${next.url}`, `-var=given=${next.key}`];
  const { stdout } = await s.terraform('apply', '-auto-approve', '-no-color', ...there);
  expect(stdout).toContain('2 added, 0 changed, 0 destroyed');
});

it('a copy of the platform, with the same ids and times, changes and deletes nothing before `apply -refresh-only`', async () => {
  const s = await applied();
  const { controls, url } = s.platform;
  const live = controls.apiKeys.create({ name: 'live', tenant_id: 'ten_acme', environment: 'live' });
  const run = async (...words: readonly string[]) => {
    const there = [`-var=address=${url}`, `-var=given=${controls.apiKeys.kept(live.id)?.key}`];
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
