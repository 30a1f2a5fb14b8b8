import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * One project for each kind of test. All projects share one queue, which vitest sorts by project name and then by file,
 * longest first: the small unit tests at its end keep every core busy until the last file is done.
 */
export default defineConfig({
  test: {
    // Tests with real Terraform often wait for a process or a timer. One worker more than cores fills these gaps.
    maxWorkers: availableParallelism() + 1,
    // No test replaces a module, so that files of one project may share a worker and what it has loaded.
    isolate: false,
    // A time-out means a hang, not a slow machine: workers share their cores with the processes of other tests.
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          setupFiles: ['test/unit/temporary-folder.ts'],
        },
      },
      {
        test: {
          name: 'types',
          include: [],
          typecheck: { enabled: true, only: true, include: ['test/types/**/*.test-d.ts'] },
        },
      },
      { extends: true, test: { name: 'protocol', include: ['test/protocol/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'terraform',
          // This package imports JSON as bundlers do. Node.js refuses that, so vite has to load it.
          server: { deps: { inline: ['@actions/workflow-parser'] } },
          include: ['test/harness/**/*.test.ts', 'test/terraform/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'cdktf',
          include: ['test/cdktf/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
