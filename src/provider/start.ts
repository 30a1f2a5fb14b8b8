import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve, stayOf } from '../plugin/wire/serve';

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
