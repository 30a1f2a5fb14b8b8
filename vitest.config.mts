import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { terraformProjects } from './scripts/terraform-projects.mjs';

/** `npm run test:languages`, a part of `npm run test:all`, has it: it makes the packages for all languages first. */
const languages: TestProjectConfiguration[] = [];
if (process.env['SVC_TEST_LANGUAGES'] === 'yes') {
  languages.push({
    extends: true,
    test: {
      name: 'languages',
      include: ['test/languages/**/*.test.ts'],
      // A test that waits for the packages of others takes minutes.
      testTimeout: 1_200_000,
      hookTimeout: 600_000,
    },
  });
}

/** Tests with real Terraform run once for each binary in TERRAFORM_BINARIES, which are named in their output. */
const terraforms: TestProjectConfiguration[] = terraformProjects('terraform').map(({ name, env }) => ({
  extends: true,
  test: {
    name,
    env,
    // This package imports JSON as bundlers do. Node.js refuses that, so vite has to load it.
    server: { deps: { inline: ['@actions/workflow-parser'] } },
    include: ['test/harness/**/*.test.ts', 'test/terraform/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}));

const cdktfs: TestProjectConfiguration[] = terraformProjects('cdktf').map(({ name, env }) => ({
  extends: true,
  test: {
    name,
    env,
    include: ['test/cdktf/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
}));

/**
 * One project for each kind of test. All projects share one queue, which vitest sorts by project name and then by file,
 * longest first: the small unit tests at its end keep every core busy until the last file is done.
 */
export default defineConfig({
  test: {
    // Tests with real Terraform often wait for a process or a timer. On two cores, three workers left nothing idle, and a
    // fourth loaded every module once more (283 s, not 296).
    maxWorkers: availableParallelism() + 1,
    // No test replaces a module, so that files of one project may share a worker and what it has loaded.
    isolate: false,
    // A time-out means a hang, not a slow machine: workers share their cores with the processes of other tests.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    globalSetup: 'test/one-temporary-folder.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          server: { deps: { inline: ['@actions/workflow-parser'] } },
          include: ['test/unit/**/*.test.ts'],
          setupFiles: ['test/unit/fixed-seed.ts', 'test/unit/undone-stubs.ts'],
        },
      },
      {
        // What can differ between the two CDKs, once more, against the package for CDK Terrain. The other tests of the
        // constructs are about rules and files, which do not.
        extends: true,
        resolve: {
          alias: [
            { find: /^cdktf$/, replacement: 'cdktn' },
            { find: /^cdktf-provider-svc$/, replacement: resolve('dist/cdktn/lib/index.js') },
          ],
        },
        test: {
          name: 'unit-cdktn',
          include: [
            'test/unit/constructs/{assembly,delivery,generated-features,literal-secret-findings}.test.ts',
            'test/unit/constructs/{svc-functions,svc-policy,write-only}.test.ts',
          ],
          setupFiles: ['test/unit/fixed-seed.ts', 'test/unit/undone-stubs.ts'],
          env: {
            SVC_TEST_CDK: 'cdktn',
            // CDK Terrain refuses write-only arguments in a project that does not say this (docs/how-to/cdk-terrain.md).
            CDKTF_CONTEXT_JSON: JSON.stringify({
              targetVersions: { terraform: '>=1.11.0', opentofu: '>=1.11.0' },
            }),
          },
        },
      },
      { extends: true, test: { name: 'protocol', include: ['test/protocol/**/*.test.ts'] } },
      ...terraforms,
      ...languages,
      ...cdktfs,
    ],
  },
});
