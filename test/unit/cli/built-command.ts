import { resolve } from 'node:path';

/** The bundled command that users run. It starts in a third of the time that its sources take under tsx. */
export const builtCommand = resolve('dist/cli.cjs');
