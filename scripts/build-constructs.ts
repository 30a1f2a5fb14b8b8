import { rmSync } from 'node:fs';
import path from 'node:path';
import { writeResourceFolders } from './build/resource-folders';
import { runJsii } from './build/run-jsii';

/**
 * Compiles src/constructs to lib and writes the jsii assembly (.jsii), the source of the packages for other
 * languages. Then adds the folders to lib that users of prebuilt providers import.
 *
 * tsx scripts/build-constructs.ts
 */
const root = path.join(__dirname, '..');

// Without this, lib would still contain the output of deleted sources.
rmSync(path.join(root, 'lib'), { recursive: true, force: true });

const status = runJsii(root);
if (status === 0) void writeResourceFolders(root);
else process.exitCode = status;
