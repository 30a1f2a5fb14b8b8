import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

const execute = promisify(execFile);
const packed = z.tuple([
  z.object({ filename: z.string(), files: z.array(z.object({ path: z.string(), mode: z.number() })) }),
]);
const announcement = z.strictObject({ url: z.url(), api_key: z.string().startsWith('svc_test_') });

/** What users get: the package as npm packs it, installed in an empty project without any registry. */
describe('the packed package', { timeout: 60_000 }, () => {
  let project: string;
  let files: Readonly<Record<string, number>>;

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'svc-package-'));
    await writeFile(join(project, 'package.json'), '{ "private": true }');
    const { stdout } = await npm('.', 'pack', '--json', '--ignore-scripts', '--pack-destination', project);
    const [pack] = packed.parse(JSON.parse(stdout));
    files = Object.fromEntries(pack.files.map(({ path, mode }) => [path, mode]));
    // The constructs' peers are not needed for the tools, and would have to be fetched.
    await npm(project, 'install', '--offline', '--ignore-scripts', '--legacy-peer-deps', pack.filename);
  }, 120_000);
  afterAll(() => rm(project, { recursive: true, force: true }));

  /** Logs and caches stay in the project, so that nothing of the person's npm is touched. */
  function npm(cwd: string, ...parameters: readonly string[]) {
    const env = { ...process.env, npm_config_cache: join(project, 'npm-cache') };
    return execute('npm', parameters, { cwd, env });
  }

  async function program(name: string, text: string): Promise<string> {
    await writeFile(join(project, name), text);
    return name;
  }

  const inProject = (...command: readonly string[]) =>
    execute(process.execPath, command, { cwd: project }).then(({ stdout }) => stdout);

  it('holds the tools, their types and the licences of what is bundled, and no sources or tests', async () => {
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'dist/cli.cjs',
        'dist/sandbox.cjs',
        'dist/sandbox.d.ts',
        'dist/undici.cjs',
        'dist/openpgp.cjs',
        'dist/THIRD-PARTY-LICENSES',
        'dist/bill-of-materials.cdx.json',
        'lib/index.js',
        'LICENSE',
      ]),
    );
    expect((files['dist/cli.cjs'] ?? 0) & 0o111).toBe(0o111);
    expect(
      Object.keys(files).filter(path => /^(src|test|scripts|bench\/(?!results\/bench\.svg$))/.test(path)),
    ).toEqual([]);
    const licences = await readFile(
      join(project, 'node_modules/cdktf-provider-svc/dist/THIRD-PARTY-LICENSES'),
      'utf8',
    );
    for (const bundled of ['commander', 'hono', 'zod']) {
      expect(licences).toMatch(new RegExp(`^${bundled} [\\d.]+ \\(MIT\\)$`, 'm'));
    }
  });

  it('runs the sandbox by npx: a line of JSON alone on stdout, and messages for people on stderr', async () => {
    const env = { ...process.env, npm_config_cache: join(project, 'npm-cache') };
    const npx = ['--offline', '--no', '--', 'cdktf-provider-svc', 'sandbox', '--port', '0'];
    // A group of its own, since npx puts a shell between itself and the command.
    const child = spawn('npx', npx, { cwd: project, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const closed = once(child, 'close');
    onTestFinished(async () => {
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
        process.kill(-child.pid, 'SIGKILL');
      await closed;
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const lines: string[] = [];
    const stdout = createInterface({ input: child.stdout }).on('line', line => lines.push(line));
    await Promise.race([once(stdout, 'line'), closed]);
    const { url, api_key } = announcement.parse(JSON.parse(lines[0] ?? `"${stderr}"`));
    const answer = await fetch(`${url}/v1/webhooks`, { headers: { authorization: `Bearer ${api_key}` } });
    expect(answer.status).toBe(200);
    await expect.poll(() => stderr).toContain('GET /v1/webhooks 200');
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await closed;
    expect(lines).toHaveLength(1);
    expect(stderr).not.toContain(api_key);
  });

  const use = `
    const sandbox = await startSandbox({ seed: { tenants: [{ id: 'ten_one', name: 'One' }] } });
    const answer = await fetch(sandbox.url + '/v1/tenants', { headers: { authorization: 'Bearer ' + sandbox.key } });
    console.log(answer.status, (await answer.text()).includes('ten_one'), sandbox.controls.webhooks.all().length);
    await sandbox.close();`;

  it.each([
    [
      'require',
      'use.cjs',
      `const { startSandbox } = require('cdktf-provider-svc/sandbox');(async () => {${use}})();`,
    ],
    ['import', 'use.mjs', `import { startSandbox } from 'cdktf-provider-svc/sandbox';${use}`],
  ])('starts a sandbox for a program that gets it by %s', async (_, name, text) => {
    expect(await inProject(await program(name, text))).toBe('200 true 0\n');
  });

  it.each([
    ['node10', 'commonjs'],
    ['node16', 'node16'],
    ['bundler', 'esnext'],
  ])('has types under moduleResolution %s that need no other package', async (moduleResolution, module) => {
    const folder = join(project, moduleResolution);
    await mkdir(folder);
    const options = { strict: true, noEmit: true, types: [], lib: ['es2022'], target: 'es2022' };
    const compilerOptions = { ...options, moduleResolution, module };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    await writeFile(join(folder, 'use.ts'), typedUse);
    await writeFile(join(folder, 'misuse.ts'), typedMisuse);
    const checked = inProject(resolve('node_modules/typescript/bin/tsc'), '-p', folder);
    const output = await checked.catch(
      (error: unknown) => z.object({ stdout: z.string() }).parse(error).stdout,
    );
    const errors = [...output.matchAll(/(\w+\.ts)\(\d+,\d+\): error (TS\d+)/g)];
    expect(errors.map(([, file, code]) => `${file} ${code}`)).toEqual([
      'misuse.ts TS2820',
      'misuse.ts TS2322',
    ]);
  });
});

const typedUse = `import { type Sandbox, type SandboxOptions, startSandbox } from 'cdktf-provider-svc/sandbox';
export async function use(options: SandboxOptions): Promise<string> {
  const sandbox: Sandbox = await startSandbox(options);
  const [endpoint] = sandbox.controls.webhooks.all();
  sandbox.controls.faults.add({ operation: 'webhooks.create', effect: { kind: 'drop-after' } });
  return endpoint?.url ?? sandbox.url;
}
`;

const typedMisuse = `import { type Fault, startSandbox } from 'cdktf-provider-svc/sandbox';
export const fault: Fault = { operation: 'webhooks.craete', effect: { kind: 'drop-after' } };
export const sandbox = startSandbox({ port: '80' });
`;
