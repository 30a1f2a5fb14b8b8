import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveProvider } from '../plugin/serve-provider';

void serveProvider({
  load: async () => (await import('.')).svc,
  // Put beside the program when it is built (scripts/build/provider.ts).
  schema: () => readFileSync(join(__dirname, 'schema.bin')),
});
