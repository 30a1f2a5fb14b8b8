/**
 * Prepares a fresh clone: installs the dependencies if they are missing or differ from the lock file, then builds
 * what is stale. It runs before `npm test`, `npm run demo` and `npm run bench`, so it may use only Node.js itself.
 * `--rebuild` builds everything (`npm run build`), `--install-only` builds nothing, `--without-cdktn` leaves the package
 * for CDK Terrain out.
 */
import { installDependencies } from './ready/dependencies.mjs';
import { buildProducts } from './ready/products.mjs';

const wanted = new Set(process.argv.slice(2));
try {
  await installDependencies();
  if (!wanted.has('--install-only'))
    await buildProducts({ rebuild: wanted.has('--rebuild'), cdktn: !wanted.has('--without-cdktn') });
} catch (error) {
  console.error(`ready: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
