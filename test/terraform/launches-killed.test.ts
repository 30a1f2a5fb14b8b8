import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { processesOf, signalProcess } from '../harness/terraform-process';
import { type Listing, listing } from './listing-scenario';
import { temporaryFolder } from './pid-namespace';

/** `npm run test:soak:launches` raises it. */
const kills = Number(process.env['LAUNCH_KILLS'] ?? 6);

it('ten Terraforms at once: each plan is made on its own platform, and nothing stays behind', async () => {
  const temporary = await temporaryFolder('shared-');
  const urls = Array.from({ length: 10 }, (_, number) => `https://number-${number}.example/hook`);
  const all = await Promise.all(urls.map(url => listing(url, { environment: { TMPDIR: temporary } })));
  for (let round = 0; round < 2; round++) {
    const plans = all.map(async ({ s, faultOf }) => faultOf(await s.terraform('plan', '-no-color')));
    expect((await Promise.all(plans)).filter(fault => fault !== undefined)).toEqual([]);
  }
  expect(await readdir(temporary)).toEqual([]);
});

it('after SIGKILL at any moment no process stays behind, and a later launch removes the folders', {
  timeout: 60_000 + kills * 10_000,
}, async () => {
  const temporary = await temporaryFolder('killed-');
  const killed = await listing('https://killed.example/hook', { environment: { TMPDIR: temporary } });
  const tally: Record<string, number> = {};
  for (let count = 0; count < kills; count++) {
    const victim = await planAndKill(killed);
    tally[victim] = (tally[victim] ?? 0) + 1;
  }
  await expect.poll(() => processesOf(killed.s.workspace.id), { timeout: 5000 }).toEqual([]);
  const folders = await readdir(temporary);
  console.log(`${kills} kills: ${JSON.stringify(tally)}, ${folders.length} folders of the killed`);
  for (const name of folders) await utimes(join(temporary, name), 0, 0);
  const left = async () => {
    expect(killed.faultOf(await killed.s.terraform('plan', '-no-color'))).toBeUndefined();
    return readdir(temporary);
  };
  await expect.poll(left, { timeout: 20_000 }).toEqual([]);
});

/** Kills Terraform, one of the processes that it has started, or all of them, within the time that a plan takes. */
async function planAndKill({ s, faultOf }: Listing): Promise<string> {
  const running = s.start('plan', '-no-color');
  await delay(Math.random() * 450);
  const providers = await running.providers();
  const victims = [
    ['Terraform', [running.pid]],
    ['all', [...providers, running.pid]],
  ] as const;
  const chosen = Math.floor(Math.random() * 4);
  const provider = providers[Math.floor(Math.random() * providers.length)];
  const [name, pids] = victims[chosen] ?? ['provider or launcher', provider === undefined ? [] : [provider]];
  for (const pid of pids) signalProcess(pid, 'SIGKILL');
  const plan = await running.finished;
  // A plan may fail, but it shows no other platform.
  if (plan.code === 0) expect(faultOf(plan)).toBeUndefined();
  return pids.length > 0 ? name : 'nobody';
}
