import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isWholeRun } from '../../harness/extent';

const execute = promisify(execFile);

/** Imports as users of cdktf's prebuilt providers write them, and a name in each. */
const imports: Readonly<Record<string, string>> = {
  'lib/provider': 'SvcProvider',
  'lib/webhook-endpoint': 'WebhookEndpoint',
  'lib/api-key': 'ApiKey',
  'lib/data-svc-tenants': 'DataSvcTenants',
  'lib/data-svc-webhook-endpoint': 'DataSvcWebhookEndpoint',
  'lib/data-svc-webhook-endpoints': 'DataSvcWebhookEndpoints',
  'lib/data-svc-api-keys': 'DataSvcApiKeys',
  'lib/webhook-endpoint/index.js': 'WebhookEndpoint',
  'lib/provider/index': 'SvcProvider',
  'lib/index.js': 'ApiScope',
  lib: 'EventType',
};

let project: string;

/** The tarball in an empty project, with the peers of this repository. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'svc-imports-'));
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', project];
  const { stdout } = await execute('npm', pack, {
    env: { ...process.env, npm_config_cache: join(project, 'cache') },
  });
  const [{ filename }] = z.tuple([z.object({ filename: z.string() })]).parse(JSON.parse(stdout));
  const modules = join(project, 'node_modules');
  await mkdir(join(modules, 'cdktf-provider-svc'), { recursive: true });
  const unpack = ['-xzf', join(project, filename), '--strip-components=1', '-C', 'cdktf-provider-svc'];
  await execute('tar', unpack, { cwd: modules });
  for (const peer of ['cdktf', 'constructs'])
    await symlink(resolve('node_modules', peer), join(modules, peer));
}, 120_000);
afterAll(() => rm(project, { recursive: true, force: true }));

/** What a program prints. */
async function printed(name: string, text: string): Promise<string> {
  await writeFile(join(project, name), text);
  return (await execute(process.execPath, [name], { cwd: project })).stdout;
}

const all = Object.entries(imports);
const isSame = all.map(
  ([path, name]) =>
    `console.log('${path}', ${name}_${all.findIndex(([p]) => p === path)} === whole.${name});`,
);
const expected = all.map(([path]) => `${path} true\n`).join('');

/** `npm test` compiles these, which find files in each way that there is; `npm run test:all` the others, too. */
const resolutions: readonly (readonly [resolution: string, module: string, extension: string])[] = [
  ['node10', 'commonjs', 'ts'],
  ['node16', 'node16', 'cts'],
  ['bundler', 'esnext', 'ts'],
];
const others: typeof resolutions = [
  ['node16', 'node16', 'mts'],
  ['nodenext', 'nodenext', 'mts'],
];

describe('imports by file, as of a prebuilt provider', { timeout: 120_000 }, () => {
  it('give by require the very classes of the package', async () => {
    const lines = all.map(
      ([path, name], index) => `const { ${name}: ${name}_${index} } = require('cdktf-provider-svc/${path}');`,
    );
    const program = ["const whole = require('cdktf-provider-svc');", ...lines, ...isSame].join('\n');
    expect(await printed('use.cjs', program)).toBe(expected);
  });

  it('give by import the very classes of the package', async () => {
    const lines = all.map(
      ([path, name], index) => `import { ${name} as ${name}_${index} } from 'cdktf-provider-svc/${path}';`,
    );
    const program = ["import * as whole from 'cdktf-provider-svc';", ...lines, ...isSame].join('\n');
    expect(await printed('use.mjs', program)).toBe(expected);
  });

  it('exist for every resource and data source, and export only what the package exports', async () => {
    const generated = (await readdir('src/constructs/gen')).map(name => name.replace(/\.ts$/, ''));
    const program = generated
      .filter(name => name !== 'index' && name !== 'secret-arguments')
      .map(name => `...Object.keys(require('cdktf-provider-svc/lib/${name}'))`);
    const text = `const whole = Object.keys(require('cdktf-provider-svc'));
      const byFile = new Set([${program.join(', ')}]);
      const own = ['ApiScope', 'EphemeralVariable', 'EventType', 'PolicyAction', 'PolicyRule', 'SvcFunctions', 'SvcPolicy'];
      console.log(JSON.stringify([whole.filter(name => !byFile.has(name) && !own.includes(name)), [...byFile].filter(name => !whole.includes(name))]));`;
    expect(await printed('every.cjs', text)).toBe('[[],[]]\n');
  });

  it.each(isWholeRun ? [...resolutions, ...others] : resolutions)(
    'have types under moduleResolution %s, module %s, in a .%s file',
    async (moduleResolution, module, extension) => {
      const folder = join(project, `${moduleResolution}-${extension}`);
      await mkdir(folder);
      const options = { strict: true, noEmit: true, types: [], skipLibCheck: true, target: 'es2022' };
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: { ...options, moduleResolution, module }, include: ['*'] }),
      );
      await writeFile(join(folder, `use.${extension}`), typedUse);
      await writeFile(join(folder, `misuse.${extension}`), typedMisuse);
      const checked = execute(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder]);
      const { stdout } = z
        .object({ stdout: z.string() })
        .parse(await checked.catch((error: unknown) => error));
      const errors = [...stdout.matchAll(/(\w+)\.[cm]?ts\(\d+,\d+\): error (TS\d+)/g)];
      expect(
        errors.map(([, file, code]) => `${file} ${code}`),
        stdout,
      ).toEqual(['misuse TS2322', 'misuse TS2724']);
    },
  );
});

const typedUse = `${all.map(([path, name], index) => `import { ${name} as Class${index} } from 'cdktf-provider-svc/${path}';`).join('\n')}
import type { SvcProviderConfig, SvcProviderOauth } from 'cdktf-provider-svc/lib/provider';
import type { WebhookEndpointConfig } from 'cdktf-provider-svc/lib/webhook-endpoint';
import type { ApiKeyConfig, ApiKeyRotation } from 'cdktf-provider-svc/lib/api-key';
import { ApiKey } from 'cdktf-provider-svc';
export const rotation: ApiKeyRotation = { overlapDays: 1 };
export const config: [SvcProviderConfig, SvcProviderOauth, WebhookEndpointConfig] = [{}, {}, { url: 'https://a.example', events: [] }];
export const same: typeof Class2 = ApiKey;
export const key: ApiKeyConfig = { name: 'a', tenantId: 'ten_a', scopes: [], rotation };
export const classes = [${all.map((_, index) => `Class${index}`).join(', ')}];
`;

const typedMisuse = `import type { ApiKeyConfig } from 'cdktf-provider-svc/lib/api-key';
export const key: ApiKeyConfig['name'] = 1;
export { WebhookEndpointBase } from 'cdktf-provider-svc/lib/webhook-endpoint';
`;
