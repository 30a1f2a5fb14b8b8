import * as fs from 'node:fs';
import * as path from 'node:path';
import type { ISynthesisSession, TerraformStack } from 'cdktf';
import { writeIfChanged } from '../delivery/write-if-changed';
import type { AppliedPolicy } from './applied-policies';
import { type AcceptedRisk, acceptedRisksFile } from './rules/accepted-risks';

/**
 * Writes beside the stack's `cdk.tf.json` which policies apply, and what the program accepts, for `report --stack`. The
 * same program always gives the same text. What is empty has no file.
 *
 * @internal
 */
export function writePolicyFiles(
  stack: TerraformStack,
  { manifest }: ISynthesisSession,
  policies: readonly AppliedPolicy[],
  accepted: readonly AcceptedRisk[],
): void {
  const folder = path.dirname(path.join(manifest.outdir, manifest.forStack(stack).synthesizedStackPath));
  const applied = policies.map(({ scope, isStrict, policy }) => ({
    scope: scope.node.path,
    onViolation: isStrict ? 'error' : 'warn',
    rules: policy,
  }));
  for (const [name, content] of [
    [acceptedRisksFile, accepted],
    ['svc-policy.json', applied],
  ] as const) {
    const file = path.join(folder, name);
    if (content.length === 0) fs.rmSync(file, { force: true });
    else writeIfChanged(file, Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`));
  }
}
