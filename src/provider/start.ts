import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../plugin/wire/serve';

void serve({
  load: async log => (await import('./methods')).methods(log),
  // Put beside the program when it is built (scripts/build/provider.ts).
  schema: () => readFileSync(join(__dirname, 'schema.bin')),
});
