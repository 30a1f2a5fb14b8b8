import * as fs from 'node:fs';
import * as path from 'node:path';
import type { ISynthesisSession, TerraformStack } from 'cdktf';
import { writeIfChanged } from '../delivery/write-if-changed';
import type { Block } from '../origins/blocks';
import type { AppliedPolicy } from './applied-policies';
import type { Finding, UnjudgedRule } from './findings';
import type { Outcome } from './outcome';

const fileName = 'svc-policy.json';

/**
 * Writes the outcome beside the stack's `cdk.tf.json`, for reviewers and for `report --stack`. The same program always
 * gives the same text. Without policies and acceptances there is no file.
 *
 * @internal
 */
export function writePolicyFile(
  stack: TerraformStack,
  { manifest }: ISynthesisSession,
  { policies, outcome, json }: { policies: readonly AppliedPolicy[]; outcome: Outcome; json: Block },
): void {
  const folder = path.dirname(path.join(manifest.outdir, manifest.forStack(stack).synthesizedStackPath));
  const file = path.join(folder, fileName);
  if (policies.length === 0 && outcome.stale.length === 0) {
    fs.rmSync(file, { force: true });
    return;
  }
  const { module } = json;
  const text = JSON.stringify(
    {
      version: 1,
      stack: stack.node.path,
      policies: policies.map(({ scope, isStrict, policy }) => ({
        scope: scope.node.path,
        onViolation: isStrict ? 'error' : 'warn',
        rules: policy,
      })),
      findings: outcome.findings.map(written),
      accepted: outcome.accepted.map(finding => ({ ...written(finding), reason: finding.reason })),
      unjudged: outcome.unjudged.map(locationOf),
      staleAcceptances: outcome.stale.map(({ construct, rule, reason }) => ({
        path: construct.node.path,
        rule,
        reason,
      })),
      unseenModules: typeof module === 'object' && module !== null ? Object.keys(module).sort() : [],
    },
    undefined,
    2,
  );
  writeIfChanged(file, Buffer.from(`${text}\n`));
}

function written(finding: Finding) {
  const { found, remedy, scopes } = finding;
  return { ...locationOf(finding), found, remedy, scopes: scopes.map(scope => scope.node.path).sort() };
}

function locationOf({ construct, address, rule, attribute }: UnjudgedRule) {
  return { path: construct.node.path, address, rule, attribute };
}
