import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../plugin/process/serve';
import type { ReuseOptions } from '../plugin/process/serve-options';

/** Undefined where the launcher wants a process for this launch alone (scripts/build/launcher.sh). */
function reuseOf(environment: NodeJS.ProcessEnv): ReuseOptions | undefined {
  const { SVC_WAITING_PLACE: at, SVC_PROVIDER_PROGRAM: program } = environment;
  const { SVC_TERRAFORM: pid, SVC_TERRAFORM_STARTED: started } = environment;
  if (!at || !program || !started) return undefined;
  return { at, program, terraform: { pid: Number(pid), started } };
}

void serve({
  load: async log => (await import('./load-provider')).loadProvider(log),
  // Put beside the program when it is built (scripts/build/provider.ts).
  schema: () => readFileSync(join(__dirname, 'schema.bin')),
  reuse: reuseOf(process.env),
  prepare: async served => {
    const { prepareConnections } = await import('./load-provider');
    // Schemas, then checks: what comes after them calls the platform.
    if (served > 1) await prepareConnections();
  },
});
