import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { writeResourceFolders } from './build/resource-folders';

/**
 * Compiles src/constructs to lib and writes the jsii assembly (.jsii), from which the packages for the other
 * languages are made. Then it adds the folders to lib that users of prebuilt providers import.
 *
 *     tsx scripts/build-constructs.ts
 */
const root = path.join(__dirname, '..');

// What a deleted source has left in lib would be shipped.
rmSync(path.join(root, 'lib'), { recursive: true, force: true });

const { status } = spawnSync(process.execPath, [require.resolve('jsii/bin/jsii'), '--fail-on-warnings'], {
  cwd: root,
  stdio: 'inherit',
  // jsii greets every Node 20 with a banner of eleven lines, and we support Node 20.
  env: { ...process.env, JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '20' },
});
if (status === 0) void writeResourceFolders(root);
else process.exitCode = status ?? 1;
