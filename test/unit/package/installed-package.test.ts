import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { version } from '../../../package.json';
import { codeOf } from '../../cdktf/listings';
import { cachedPackages } from '../../harness/cached-packages';
import { pathOf } from '../../harness/operations';
import { packedPackage } from '../../harness/packed-package';
import { deepImports, typedMisuse, typedUse } from './uses';

const execute = promisify(execFile);

/** What users get: the package as npm packs it, installed in an empty project without any registry. */
describe('the packed package', { timeout: 120_000 }, () => {
  let project: string;
  let size: number;
  let files: readonly string[];

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'svc-package-'));
    await writeFile(join(project, 'package.json'), '{ "private": true }');
    const { tarball, folder } = await packedPackage('cdktf');
    size = (await stat(tarball)).size;
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    files = found
      .filter(each => each.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
    // The peers would have to be fetched.
    await npm(project, 'install', '--offline', '--ignore-scripts', '--legacy-peer-deps', tarball);
    for (const peer of ['cdktf', 'constructs'])
      await symlink(resolve('node_modules', peer), join(project, 'node_modules', peer));
  }, 120_000);

  /** Logs and caches stay in the project, so that nothing of the person's npm is touched. */
  function npm(cwd: string, ...parameters: readonly string[]) {
    const env = { ...process.env, npm_config_cache: join(project, 'npm-cache') };
    return execute('npm', parameters, { cwd, env });
  }

  /** What a program prints. */
  async function printed(name: string, text: string): Promise<string> {
    await writeFile(join(project, name), text);
    return (await execute(process.execPath, [name], { cwd: project })).stdout;
  }

  const installed = (file: string) =>
    readFile(join(project, 'node_modules/cdktf-provider-svc', file), 'utf8');

  it('holds the tools, their types and the licences of what is bundled, no sources, tests or pictures, and one provider', async () => {
    const bundles = ['cli.cjs', 'sandbox.cjs', 'sandbox.d.ts'];
    const texts = ['dist/THIRD-PARTY-LICENSES', 'dist/bill-of-materials.cdx.json', 'lib/index.js', 'LICENSE'];
    expect(files).toEqual(expect.arrayContaining([...bundles.map(name => `dist/${name}`), ...texts]));
    const command = join(project, 'node_modules/.bin/cdktf-provider-svc');
    expect((await execute(command, ['--version'])).stdout.trim()).toBe(version);
    expect(files.filter(path => /^(src|test|scripts|bench|docs\/pictures)/.test(path))).toEqual([]);
    expect(files.filter(path => path.endsWith('.zip'))).toEqual([
      `dist/packed/terraform-provider-svc_${version}.zip`,
    ]);
    expect(size).toBeLessThan(1_150_000);
    const [licences, bill] = await Promise.all(texts.slice(0, 2).map(installed));
    expect([...files, licences, bill].join()).not.toMatch(/openpgp|jahed|LGPL/);
    for (const bundled of ['commander', 'hono', 'zod'])
      expect(licences).toMatch(new RegExp(`^${bundled} [\\d.]+ \\(MIT\\)$`, 'm'));
    expect(await installed('dist/sandbox.d.ts')).not.toMatch(/\b(?:from|import\()\s*['"](?!\.)/);
  });

  it('holds README and the pages that it names, and all that any of its pages links to', async () => {
    const pages = files.filter(file => file.endsWith('.md'));
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/secrets.md', 'SECURITY.md']));
    for (const page of pages)
      expect(
        linksOf(page, await installed(page)).filter(target => !files.includes(target)),
        page,
      ).toEqual([]);
  });

  const use = `
    const sandbox = await startSandbox({ seed: { tenants: [{ id: 'ten_one', name: 'One' }] } });
    const answer = await fetch(sandbox.url + '${pathOf('tenants.list')}', { headers: { authorization: 'Bearer ' + sandbox.key } });
    console.log(answer.status, (await answer.text()).includes('ten_one'), sandbox.controls.webhooks.all().length);
    await sandbox.close();
    ${deepImports.map(([, name], index) => `console.log(${name}_${index} === whole.${name});`).join('\n')}`;
  const expected = `200 true 0\n${deepImports.map(() => 'true\n').join('')}`;

  it('gives by import a sandbox and, file by file as a prebuilt provider, the very classes of the package', async () => {
    const lines = deepImports.map(
      ([path, name], index) => `import { ${name} as ${name}_${index} } from 'cdktf-provider-svc/${path}';`,
    );
    const whole = "import * as whole from 'cdktf-provider-svc';";
    const sandbox = "import { startSandbox } from 'cdktf-provider-svc/sandbox';";
    expect(await printed('use.mjs', [whole, sandbox, ...lines, use].join('\n'))).toBe(expected);
  });

  it('runs the program of docs/sandbox.md, with a request that its fault holds', async () => {
    const request = `fetch(sandbox.url + '${pathOf('webhooks.create')}', { method: 'POST', body: JSON.stringify(endpoint),
      headers: { authorization: 'Bearer ' + sandbox.key, 'content-type': 'application/json' } }).catch(() => {});`;
    const [listing = ''] = codeOf('docs/sandbox.md', 'In code', 'ts');
    const held = listing.replace(
      'await fault.reached;',
      `${request}\n$&\nconsole.log(webhooks.all().length);`,
    );
    expect(await printed('sandbox.mjs', held)).toBe('2\n');
  });

  it('has, also for require, a file for every resource and data source, which exports only what the package exports', async () => {
    const generated = (await readdir('src/constructs/gen')).map(name => name.replace(/\.ts$/, ''));
    const program = generated
      .filter(name => !['index', 'checks', 'risk-names', 'secret-arguments'].includes(name))
      .map(name => `...Object.keys(require('cdktf-provider-svc/lib/${name}'))`);
    const own = ['ApiScope', 'EphemeralVariable', 'EventType', 'PolicyAction', 'SvcFunctions'];
    // The other languages read the last two.
    const text = `const whole = Object.keys(require('cdktf-provider-svc'));
      for (const file of ['package.json', '.jsii']) require.resolve('cdktf-provider-svc/' + file);
      const byFile = [${program.join(', ')}, 'SvcPolicy', ...${JSON.stringify(own)}];
      console.log(JSON.stringify([whole.filter(name => !byFile.includes(name)), byFile.filter(name => !whole.includes(name))]));`;
    expect(await printed('every.cjs', text)).toBe('[[],[]]\n');
  });

  /** What a TypeScript says of a program in the project. */
  async function typeErrors(compiler: string, options: object, files: Readonly<Record<string, string>>) {
    const folder = await mkdtemp(join(project, 'typed-'));
    const compilerOptions = { strict: true, noEmit: true, types: [], target: 'es2022', ...options };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*'] }));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const checked = execute(process.execPath, [join(compiler, 'bin/tsc'), '-p', folder]);
    return z.object({ stdout: z.string() }).parse(await checked.catch((error: unknown) => error)).stdout;
  }

  it('has types that the oldest and the newest TypeScript accept with those of the CDK, skipping none', async context => {
    const packages = await cachedPackages('typescript@5.0.4');
    if (packages === undefined) return context.skip('npm cannot install TypeScript');
    const options = { module: 'node16', moduleResolution: 'node16', skipLibCheck: false };
    for (const compiler of [join(packages, 'typescript'), resolve('node_modules/typescript-7')])
      expect(await typeErrors(compiler, options, { 'use.cts': typedUse }), compiler).toBe('');
  });

  it('has types under the resolution of before Node.js 12, and refuses misuse', async () => {
    const options = { module: 'commonjs', moduleResolution: 'node10', skipLibCheck: true };
    const files = { 'use.ts': typedUse, 'misuse.ts': typedMisuse };
    const stdout = await typeErrors(resolve('node_modules/typescript'), options, files);
    const errors = [...stdout.matchAll(/(\w+)\.ts\(\d+,\d+\): error (TS\d+)/g)].map(
      ([, file, code]) => `${file} ${code}`,
    );
    expect(errors, stdout).toEqual(['TS2322', 'TS2724', 'TS2820', 'TS2322'].map(code => `misuse ${code}`));
  });
});

/** Links of a page to other files of this project, from the project's root. Pictures are on the pages of the repository. */
function linksOf(page: string, text: string): string[] {
  const links = [...text.matchAll(/(?<!!\[[^\]]*)\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return links
    .filter(target => !/^(?:[a-z]+:|#)/.test(target))
    .map(target => posix.join(posix.dirname(page), target.replace(/#.*/, '')));
}
