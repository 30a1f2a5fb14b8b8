import { version } from '../package.json';
import { encodeProviderSchema } from '../src/plugin/rpc/get-provider-schema';
import { svc } from '../src/provider';
import { buildProvider } from './build/provider';

/** `npm run build:provider`: builds the executable (dist/provider) and the mirror to install it from (dist/mirror). */
async function main(): Promise<void> {
  const schema = encodeProviderSchema(svc);
  await buildProvider({ entry: 'src/provider/main.ts', schema, version, directory: 'dist' });
  console.error(`built the provider ${version} in dist/provider and dist/mirror`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
