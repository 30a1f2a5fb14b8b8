import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../plugin/process/serve';
import type { StayOptions } from '../plugin/process/serve-options';

/** Undefined where the launcher wants a process for this launch alone (scripts/build/launcher.sh). */
function stayOf(environment: NodeJS.ProcessEnv): StayOptions | undefined {
  const { SVC_STAY_AT: at, SVC_STAY_PROGRAM: program } = environment;
  const { SVC_TERRAFORM: pid, SVC_TERRAFORM_STARTED: started } = environment;
  if (!at || !program || !started) return undefined;
  return { at, program, terraform: { pid: Number(pid), started } };
}

void serve({
  load: async log => (await import('./handlers')).methods(log),
  // Put beside the program when it is built (scripts/build/provider.ts).
  schema: () => readFileSync(join(__dirname, 'schema.bin')),
  stay: stayOf(process.env),
  prepare: async served => {
    const { prepareConnections } = await import('./handlers');
    // Schemas, then checks: what comes after them calls the platform.
    if (served > 1) await prepareConnections();
  },
});
