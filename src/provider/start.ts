import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../plugin/process/serve';
import type { ReuseOptions } from '../plugin/process/waiting-place';

/** Returns undefined if the launcher wants a process for this launch only (scripts/build/launcher.sh). */
function reuseOf(environment: NodeJS.ProcessEnv): ReuseOptions | undefined {
  const { SVC_WAITING_PLACE: at, SVC_ORPHAN: orphan, SVC_PROVIDER_PROGRAM: program } = environment;
  const { SVC_TERRAFORM: pid, SVC_TERRAFORM_STARTED: started } = environment;
  if (!at || !orphan || !program || !started) return undefined;
  return { at, orphan, program, terraform: { pid: Number(pid), started } };
}

/** The build puts these responses next to the program (scripts/build/provider.ts). */
const encoded = new Map(
  ['GetProviderSchema', 'GetResourceIdentitySchemas'].map(call => [
    `/tfplugin6.Provider/${call}`,
    () => readFileSync(join(__dirname, `${call}.bin`)),
  ]),
);

void serve({
  load: async log => (await import('./load-provider')).loadProvider(log),
  encoded,
  reuse: reuseOf(process.env),
  prepare: async served => {
    const { prepareConnections } = await import('./load-provider');
    // The two launches before were for schemas and checks. The next one uses the platform.
    if (served === 2) await prepareConnections();
  },
});
