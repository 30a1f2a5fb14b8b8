import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import type { ScenarioOptions } from '../scenario';

export interface ShiftedClock {
  /** Options for the scenario: preloads the shift into every provider process, and gives the platform the same time. */
  readonly options: Required<Pick<ScenarioOptions, 'environment' | 'sandbox'>>;
  /** Moves the time of provider and platform to this many days from now. */
  moveTo(days: number): Promise<void>;
}

const day = 24 * 60 * 60 * 1000;

/** A clock that the test controls, in real processes that Terraform starts. */
export async function shiftedClock(): Promise<ShiftedClock> {
  const folder = temporaryFolder(tmpdir(), 'svc-clock-');
  const file = join(folder, 'days');
  await writeFile(file, '0');
  const preload = `--import ${resolve('test/harness/environment/preloaded-clock.mjs')}`;
  const node = join(folder, 'node');
  await writeFile(node, `#!/bin/sh\nexec node ${preload} "$@"\n`, { mode: 0o755 });
  let shift = 0;
  return {
    options: {
      sandbox: { clock: () => Date.now() + shift * day },
      environment: {
        // With SVC_NODE_OPTIONS instead, each launch would have its own process.
        SVC_NODE: node,
        SHIFTED_CLOCK_FILE: file,
      },
    },
    async moveTo(days) {
      shift = days;
      await writeFile(file, String(days));
    },
  };
}
