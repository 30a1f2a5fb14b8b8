import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { SynthCase } from './cases';
import { type Contender, conclude, interleave, type Rounds } from './interleave';
import type { Progress } from './progress';
import type { CaseResult } from './results';

const run = promisify(execFile);

/** The counted part of the synthesised file. */
const synthesized = z.object({
  resource: z.object({ svc_webhook_endpoint: z.record(z.string(), z.unknown()) }),
});

/**
 * Compares our constructs, which check their input and include the provider, with the classes that cdktf
 * generates. Each run is a new process, like `cdktf synth`: nothing is warm.
 */
export async function runSynthCase(chosen: SynthCase, rounds: Rounds, say: Progress): Promise<CaseResult> {
  const contenders: readonly Contender[] = [
    {
      subject: 'generated',
      label: 'generated TerraformResource',
      run: () => synthesize('generated', chosen),
    },
    { subject: 'ours', label: 'cdktf-provider-svc', run: () => synthesize('ours', chosen) },
  ];
  return conclude(chosen, contenders, await interleave(contenders, rounds, say));
}

async function synthesize(who: 'ours' | 'generated', { count, span }: SynthCase): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  try {
    const started = performance.now();
    const { stdout } = await run(process.execPath, ['bench/synthesis.mjs', who, String(count), folder]);
    const elapsed = performance.now() - started;
    const written = await readFile(join(folder, 'stacks/stack/cdk.tf.json'), 'utf8');
    const { resource } = synthesized.parse(JSON.parse(written));
    const found = Object.keys(resource.svc_webhook_endpoint).length;
    if (found !== count) throw new Error(`${found} of ${count} endpoints were synthesized.`);
    return span === 'process' ? elapsed : Number(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}
