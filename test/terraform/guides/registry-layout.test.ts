import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { schemaJson } from '../../../src/plugin/docs/schema-json';
import { svc } from '../../../src/provider';
import { isWholeRun } from '../../harness/extent';

const execute = promisify(execFile);
const version = 'v0.25.0';
const folder = resolve('.cache/tfplugindocs', version);
const program = join(folder, 'tfplugindocs');

/** Compiles HashiCorp's checker once. Returns why that is not possible here. */
async function build(): Promise<string | undefined> {
  if (existsSync(program)) return undefined;
  const module = `github.com/hashicorp/terraform-plugin-docs/cmd/tfplugindocs@${version}`;
  try {
    await execute('go', ['install', module], { env: { ...process.env, GOBIN: folder } });
    return undefined;
  } catch (error) {
    return `tfplugindocs needs Go and its module proxy: ${String(error).slice(0, 500)}`;
  }
}

it('tfplugindocs accepts docs as a registry would', { timeout: 600_000 }, async ({ skip }) => {
  // The first build takes about two minutes.
  skip(!isWholeRun && !existsSync(program), 'npm run test:all builds tfplugindocs');
  const missing = await build();
  if (missing !== undefined) skip(missing);
  const work = await mkdtemp(join(tmpdir(), 'svc-docs-'));
  onTestFinished(() => rm(work, { recursive: true }));
  const schema = join(work, 'schema.json');
  // The checker looks for the provider's short name, or below hashicorp.
  await writeFile(schema, JSON.stringify(schemaJson(svc, 'svc')));
  const parameters = ['--provider-name', 'terraform-provider-svc', '--providers-schema', schema];
  const { stdout } = await execute(program, ['validate', '--provider-dir', '.', ...parameters]);
  expect(stdout).toContain('running file checks on docs/resources/api_key.md');
});
