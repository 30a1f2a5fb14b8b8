import { version } from '../package.json';

/**
 * `tsx scripts/build.ts` builds the executable (dist/provider) and the mirror to install it from (dist/mirror).
 * `tsx scripts/build.ts tools` builds the command line (dist/cli.cjs) and the sandbox library (dist/sandbox.cjs).
 */
async function main(): Promise<void> {
  // Loading TypeScript for the types of the sandbox takes a second.
  if (process.argv[2] === 'tools') return (await import('./build/tools')).buildTools('dist');
  const { encodeProviderSchema } = await import('../src/plugin/rpc/get-provider-schema');
  const { svc } = await import('../src/provider');
  const { buildProvider } = await import('./build/provider');
  const schema = encodeProviderSchema(svc);
  await buildProvider({ entry: 'src/provider/main.ts', schema, version, directory: 'dist' });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
