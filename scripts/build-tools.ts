import { buildTools } from './build/tools';

/** `npm run build:tools`: builds the command line (dist/cli.cjs) and the sandbox library (dist/sandbox.cjs). */
buildTools('dist').catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
