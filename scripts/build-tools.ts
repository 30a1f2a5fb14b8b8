import { buildTools } from './build/tools';

/** `npm run build:tools`: the command line in dist/cli.cjs and the sandbox for programs in dist/sandbox.cjs. */
buildTools('dist').catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
