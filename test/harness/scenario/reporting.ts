import { execFile } from 'node:child_process';
import { expect } from 'vitest';
import { findTerraform } from '../../../src/cli/terraform-binary';
import { type Report, report as reportShape } from '../../../src/report/model';
import { builtCommand } from '../../unit/cli/built-command';
import { managedObjects } from '../invariants/managed-objects';
import type { Scenario } from '../scenario';
import { findLeaks, type Secret } from '../secrets/secrets';

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command where the plans are. Everything that it prints is searched for secrets. */
export async function reporting(s: Scenario, secrets: readonly Secret[] = []) {
  const binary = await findTerraform({ environment: process.env });
  const environment = { PATH: process.env['PATH'] ?? '', TERRAFORM_BINARY_NAME: binary.path };
  const run = async (parameters: readonly string[], more: Record<string, string> = {}): Promise<Ran> => {
    const options = { cwd: s.workspace.root, env: { ...environment, ...more }, maxBuffer: 2 ** 28 };
    const ran = await new Promise<Ran>(resolve => {
      execFile(process.execPath, [builtCommand, 'report', ...parameters], options, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
      );
    });
    const issued = managedObjects(s.platform.controls).flatMap(({ id, secrets: held }) =>
      held.map(value => ({ name: `the secret of ${id}`, value })),
    );
    const all = [...secrets, ...issued, { name: 'the key', value: s.platform.key }];
    expect(findLeaks('the report', ran.stdout + ran.stderr, all)).toEqual([]);
    return ran;
  };
  const json = async (...parameters: readonly string[]): Promise<Report> => {
    const ran = await run([...parameters, '--format', 'json']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    return reportShape.parse(JSON.parse(ran.stdout));
  };
  return { run, json };
}
