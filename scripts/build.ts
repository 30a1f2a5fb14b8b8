import { version } from '../package.json';
import { encodeProviderSchema } from '../src/plugin/rpc/get-provider-schema';
import { svc } from '../src/provider';
import { buildProvider } from './build/provider';
import { buildTools } from './build/tools';

/**
 * `tsx scripts/build.ts` builds the executable (dist/provider) and the mirror to install it from (dist/mirror).
 * `tsx scripts/build.ts tools` builds the command line (dist/cli.cjs) and the sandbox library (dist/sandbox.cjs).
 */
const build =
  process.argv[2] === 'tools'
    ? () => buildTools('dist')
    : () =>
        buildProvider({
          entry: 'src/provider/main.ts',
          schema: encodeProviderSchema(svc),
          version,
          directory: 'dist',
        });
build().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
