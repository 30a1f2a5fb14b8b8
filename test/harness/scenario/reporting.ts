import { execa } from 'execa';
import { expect } from 'vitest';
import { type Report, report as reportShape } from '../../../src/report/model';
import { builtCommand } from '../../unit/cli/built-command';
import { managedObjects } from '../invariants/managed-objects';
import type { Scenario } from '../scenario';
import { findLeaks, type Secret } from '../secrets/secrets';
import { foundTerraform } from '../terraform/found-terraform';

/** Runs the built command where the plans are. Everything that it prints is searched for secrets. */
export async function reporting(s: Scenario, secrets: readonly Secret[] = []) {
  const binary = await foundTerraform();
  const environment = { PATH: process.env['PATH'] ?? '', TERRAFORM_BINARY_NAME: binary.path };
  const settings = {
    cwd: s.workspace.root,
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
  } as const;
  const run = async (parameters: readonly string[], more: Record<string, string> = {}) => {
    const command = [builtCommand, 'report', ...parameters];
    const ended = await execa(process.execPath, command, { ...settings, env: { ...environment, ...more } });
    const { exitCode: code, stdout, stderr } = ended;
    const issued = managedObjects(s.platform.controls).flatMap(object => object.secrets);
    const all = [...secrets, ...issued, { name: 'the key', value: s.platform.key }];
    expect(findLeaks('the report', stdout + stderr, all)).toEqual([]);
    return { code, stdout, stderr };
  };
  const json = async (...parameters: readonly string[]): Promise<Report> => {
    const ran = await run([...parameters, '--format', 'json']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    return reportShape.parse(JSON.parse(ran.stdout));
  };
  return { run, json };
}
