import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { writeResourceFolders } from './build/resource-folders';

/**
 * Compiles src/constructs to lib and writes the jsii assembly (.jsii), the source of the packages for other
 * languages. Then adds the folders to lib that users of prebuilt providers import.
 *
 * tsx scripts/build-constructs.ts
 */
const root = path.join(__dirname, '..');

// Without this, lib would still contain the output of deleted sources.
rmSync(path.join(root, 'lib'), { recursive: true, force: true });

const { status } = spawnSync(process.execPath, [require.resolve('jsii/bin/jsii'), '--fail-on-warnings'], {
  cwd: root,
  stdio: 'inherit',
  // Suppresses jsii's end-of-life banner for Node.js 20, which we support.
  env: { ...process.env, JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '20' },
});
if (status === 0) void writeResourceFolders(root);
else process.exitCode = status ?? 1;
