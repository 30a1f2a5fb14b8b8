import { rmSync } from 'node:fs';
import path from 'node:path';
import { compileConstructs } from './build/constructs';

/**
 * Compiles src/constructs to lib and writes the jsii assembly (.jsii), the source of the packages for other
 * languages: `npm run build:constructs`.
 */
const root = path.join(__dirname, '..');

// Without this, lib would still contain the output of deleted sources.
rmSync(path.join(root, 'lib'), { recursive: true, force: true });
void compileConstructs(root);
