import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { npmPackage } from '../../scripts/package/npm-package';
import { writeSources } from '../../scripts/package/pacmak';
import { findTerraform } from '../../src/cli/terraform-binary';
import { startSandbox } from '../../src/sandbox';
import { exampleStack, synthesizedPolicy, synthesizedStack } from '../languages/stack';
import { codeOf } from './listings';
import { type Run, run, succeeded } from './run';

/** Node 20 is supported by us and no longer by jsii, which says so in eleven lines at every start. */
const quiet = { JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '20' };
const program = path.resolve('test/cdktf/python-stack.py');

let folder: string;
/** Why Python cannot be tried on this machine. */
let obstacle: string | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'svc-python-'));
  obstacle = await prepare();
  if (obstacle !== undefined) console.warn(`The Python package is NOT tested here: ${obstacle}`);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Makes the wheel and installs it, with cdktf for Python from the package index, in an environment of its own. */
async function prepare(): Promise<string | undefined> {
  const made = await python('python3', ['-m', 'venv', path.join(folder, 'venv')]);
  if (made.code !== 0) return `no python3 with venv: ${made.output}`;
  // A package that cannot be made is a fault of ours, and pip without an index is none.
  const sources = path.join(folder, 'sources');
  await writeSources(npmPackage('cdktf'), 'python', sources);
  const installed = await python(venv('pip'), ['install', '--quiet', sources]);
  return installed.code === 0 ? undefined : `pip cannot install cdktf: ${installed.output.slice(-500)}`;
}

function venv(command: string): string {
  return path.join(folder, 'venv', 'bin', command);
}

async function python(
  command: string,
  parameters: string[],
  environment: Record<string, string> = {},
): Promise<Run> {
  try {
    return await run(command, parameters, { cwd: folder, environment: { ...quiet, ...environment } });
  } catch (error) {
    return { code: 127, output: String(error) };
  }
}

function skipWithout(context: TestContext): void {
  if (obstacle !== undefined) context.skip(obstacle);
}

describe('the package for Python', () => {
  it('synthesizes a stack that Terraform initializes and plans with the provider from the wheel', async context => {
    skipWithout(context);
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const outdir = path.join(folder, 'out');
    succeeded(await python(venv('python'), [program], { OUTDIR: outdir }));
    const { path: terraform } = await findTerraform({ environment: process.env });
    const environment = {
      SVC_BASE_URL: sandbox.url,
      SVC_API_KEY: sandbox.key,
      TF_VAR_signing_secret: randomBytes(24).toString('base64url'),
      TF_VAR_kept_secret: randomBytes(24).toString('base64url'),
      TF_CLI_CONFIG_FILE: '/dev/null',
    };
    const cwd = path.join(outdir, 'stacks', 'python');
    succeeded(await run(terraform, ['init', '-no-color', '-lockfile=readonly'], { cwd, environment }));
    const planned = succeeded(await run(terraform, ['plan', '-no-color'], { cwd, environment }));
    expect(planned).toContain('Plan: 3 to add, 0 to change, 0 to destroy.');
  });

  it('synthesizes the example to the very stack of the example in TypeScript, which applies and then plans nothing', async context => {
    skipWithout(context);
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const project = path.join(folder, 'example');
    await cp('examples/python', project, { recursive: true });
    const options = { cwd: project, environment: quiet };
    succeeded(await run(venv('python'), ['main.py'], options));
    const reference = path.join(folder, 'typescript.out');
    const typescript = ['--import', 'tsx', 'examples/typescript/main.ts'];
    const environment = { CDKTF_OUTDIR: reference };
    succeeded(await run(process.execPath, typescript, { cwd: '.', environment }));
    const output = path.join(project, 'cdktf.out');
    expect(await synthesizedStack(output)).toEqual(await synthesizedStack(reference));
    expect(await synthesizedPolicy(output)).toEqual(await synthesizedPolicy(reference));

    const { path: binary } = await findTerraform({ environment: process.env });
    const cwd = path.join(output, 'stacks', exampleStack);
    const platform = {
      SVC_BASE_URL: sandbox.url,
      SVC_API_KEY: sandbox.key,
      TF_VAR_signing_secret: randomBytes(24).toString('base64url'),
      TF_CLI_CONFIG_FILE: '/dev/null',
    };
    const terraform = (...parameters: string[]) =>
      run(binary, [...parameters, '-no-color'], { cwd, environment: platform });
    succeeded(await terraform('init', '-lockfile=readonly'));
    expect(succeeded(await terraform('apply', '-auto-approve'))).toContain('4 added, 0 changed, 0 destroyed');
    succeeded(await terraform('plan', '-detailed-exitcode'));
  });

  it('refuses a literal secret with the same words, and does not repeat it', async context => {
    skipWithout(context);
    const planted = randomBytes(12).toString('hex');
    const environment = { OUTDIR: path.join(folder, 'refused'), LITERAL_SECRET: planted };
    const { code, output } = await python(venv('python'), [program], environment);
    expect(code).not.toBe(0);
    expect(output).toContain('[python/alerts] svc_webhook_endpoint.secret: The secret is a literal');
    expect(output).not.toContain(planted);
  });

  it('refuses a write-only secret from a variable that is not ephemeral', async context => {
    skipWithout(context);
    const environment = { OUTDIR: path.join(folder, 'recorded'), RECORDED_SECRET: 'yes' };
    const { code, output } = await python(venv('python'), [program], environment);
    expect(code).not.toBe(0);
    expect(output).toContain(
      'secret_wo: The write-only value comes from the variable "signing_secret", which',
    );
  });

  it('holds the stack to a policy, with what is accepted in a file, and fails where the policy is strict', async context => {
    skipWithout(context);
    const outdir = path.join(folder, 'policy');
    succeeded(await python(venv('python'), [program], { OUTDIR: outdir }));
    const text = await readFile(path.join(outdir, 'stacks/python/svc-policy.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      policies: [{ scope: 'python', onViolation: 'warn' }],
      findings: [{ path: 'python/alerts', rule: 'requireWriteOnlySecrets' }],
      accepted: [
        {
          path: 'python/dashboard',
          rule: 'maxKeyAgeDays',
          reason: 'The dashboard rotates with the quarter.',
        },
      ],
    });
    const environment = { OUTDIR: path.join(folder, 'strict'), STRICT_POLICY: 'yes' };
    const { code, output } = await python(venv('python'), [program], environment);
    expect(code).not.toBe(0);
    expect(output).toContain('[python/alerts] svc_webhook_endpoint.secret: The signing secret is given by');
  });

  it('runs the test of docs/testing.md as the page has it', async context => {
    skipWithout(context);
    const [listing = ''] = codeOf('docs/testing.md', 'Python, with unittest', 'python');
    const file = path.join(folder, 'test_stack.py');
    await writeFile(file, listing);
    expect(succeeded(await python(venv('python'), [file]))).toMatch(/Ran 2 tests[\s\S]*OK/);
  });
});
