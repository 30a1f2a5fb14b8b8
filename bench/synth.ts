import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CaseResult } from '../scripts/figures/results';
import type { SynthCase } from './cases';
import { type Contender, conclude, interleave, type Progress } from './interleave';

const run = promisify(execFile);

/**
 * Compares our constructs, which check their input and include the provider, with the classes that cdktf
 * generates. Each run is a new process, like `cdktf synth`: nothing is warm.
 */
export async function runSynthCase(
  chosen: SynthCase,
  before: string | undefined,
  rounds: number,
  say: Progress,
): Promise<CaseResult> {
  const contender = (subject: string, label: string, who: 'ours' | 'generated', clone = '.'): Contender => ({
    subject,
    label,
    run: () => synthesize(who, chosen, clone),
  });
  const contenders = [
    contender('generated', 'generated TerraformResource', 'generated'),
    ...(before === undefined ? [] : [contender('before', 'the build before', 'ours', before)]),
    contender('ours', 'cdktf-provider-svc', 'ours'),
  ];
  return conclude(chosen, contenders, await interleave(contenders, rounds, say));
}

async function synthesize(
  who: 'ours' | 'generated',
  { count, span }: SynthCase,
  clone: string,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  try {
    const started = performance.now();
    const parameters = ['bench/synthesis.mjs', who, String(count), folder];
    const { stdout } = await run(process.execPath, parameters, { cwd: clone });
    const elapsed = performance.now() - started;
    const written = await readFile(join(folder, 'stacks/stack/cdk.tf.json'), 'utf8');
    const found = written.match(/"url": /g)?.length;
    if (found !== count) throw new Error(`${found} of ${count} endpoints were synthesized.`);
    return span === 'process' ? elapsed : Number(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}
