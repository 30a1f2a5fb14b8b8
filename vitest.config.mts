import { defineConfig } from 'vitest/config';

/**
 * One project a kind of test. The Terraform and cdktf projects drive real processes on machines with two
 * cores, so their files run few at a time, one group after the other; a time-out there means a hang, not a slow machine.
 */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      {
        test: {
          name: 'types',
          include: [],
          typecheck: { enabled: true, only: true, include: ['test/types/**/*.test-d.ts'] },
        },
      },
      { test: { name: 'protocol', include: ['test/protocol/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'terraform',
          include: ['test/harness/**/*.test.ts', 'test/terraform/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'cdktf',
          include: ['test/cdktf/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
