import { version } from '../package.json';
import { buildProvider } from './build/provider';

/** `npm run build:provider`: the executable in dist/provider and the mirror to install it from in dist/mirror. */
async function main(): Promise<void> {
  await buildProvider({ entry: 'src/provider/main.ts', version, directory: 'dist' });
  console.error(`built the provider ${version} in dist/provider and dist/mirror`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
