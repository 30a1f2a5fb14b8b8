import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { processesOf, signalProcess } from '../harness/terraform/terraform-process';
import { type Listing, listing, shortFolder } from './launch-scenario';

/** The soak of `npm run test:all` raises it, and draws moments and victims. Here each victim has its moment. */
const drawn = process.env['LAUNCH_KILLS'];
const kills = Number(drawn ?? 4);
let steps = 0;
const next = () => {
  steps += 1;
  return drawn === undefined ? (steps * 0.37) % 1 : Math.random();
};

it('after SIGKILL at any moment no process is left over, and the next plan works', {
  timeout: 60_000 + kills * 10_000,
}, async () => {
  const temporary = shortFolder('killed-');
  const killed = await listing('https://killed.example/hook', { environment: { TMPDIR: temporary } });
  const began = performance.now();
  expect(killed.faultOf(await killed.s.terraform('plan', '-no-color'))).toBeUndefined();
  const duration = performance.now() - began;
  const victims: string[] = [];
  while (victims.length < kills) victims.push(...(await planAndKill(killed, duration)));
  const tally = Object.fromEntries(
    [...new Set(victims)].map(name => [name, victims.filter(one => one === name).length]),
  );
  await expect.poll(() => processesOf(killed.s.workspace.id)).toEqual([]);
  const folders = await readdir(temporary);
  console.log(`${kills} kills: ${JSON.stringify(tally)}, ${folders.length} folders of the killed`);
  expect(killed.faultOf(await killed.s.terraform('plan', '-no-color'))).toBeUndefined();
});

/**
 * Kills Terraform, one of the processes that it has started, or all of them, within the time that a plan takes. Returns
 * who was killed: nobody where the plan or the provider had ended.
 */
async function planAndKill({ s, faultOf }: Listing, duration: number): Promise<readonly string[]> {
  const running = s.start('plan', '-no-color');
  await delay(next() * duration);
  const providers = await running.providers();
  const provider = providers[Math.floor(next() * providers.length)];
  const choices: readonly (readonly [string, readonly number[]])[] = [
    ['Terraform', [running.pid]],
    ['all', [running.pid, ...providers]],
    ['provider or launcher', provider === undefined ? [] : [provider]],
  ];
  const [name, pids] = choices[Math.floor(next() * choices.length)] ?? ['', []];
  for (const pid of pids) signalProcess(pid, 'SIGKILL');
  const plan = await running.finished;
  // A plan may fail, but it shows no other platform.
  if (plan.code === 0) expect(faultOf(plan)).toBeUndefined();
  return pids.length > 0 && (name === 'provider or launcher' || plan.signal === 'SIGKILL') ? [name] : [];
}
