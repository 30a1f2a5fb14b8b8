import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../plugin/wire/serve';

/** What the launcher says (scripts/build/launcher.sh). */
function stayOf({ SVC_STAY_AT: at, SVC_TERRAFORM: terraform }: NodeJS.ProcessEnv) {
  return at === undefined ? undefined : { at, terraform: Number(terraform) };
}

void serve({
  load: async log => (await import('./methods')).methods(log),
  // Put beside the program when it is built (scripts/build/provider.ts).
  schema: () => readFileSync(join(__dirname, 'schema.bin')),
  stay: stayOf(process.env),
  prepare: async served => {
    const { prepareConnections } = await import('./methods');
    // Schemas, then checks: what comes after them calls the platform.
    if (served > 1) await prepareConnections();
  },
});
