import type { ProviderDefinition } from './define/definition';
import { serve } from './wire/serve';

export interface ServeProviderOptions<Client> {
  load: () => Promise<ProviderDefinition<Client>>;
  /** What `encodeProviderSchema` made of the same definition when the program was built. */
  schema?: () => Uint8Array;
}

/** Runs the process as a provider. The definition is loaded at the first call that needs it. */
export async function serveProvider<Client>({
  load,
  ...options
}: ServeProviderOptions<Client>): Promise<void> {
  let stop = () => {};
  await serve({
    load: async ({ log }) => {
      const [provider, { Session }, { providerHandlers }] = await Promise.all([
        load(),
        import('./rpc/session'),
        import('./rpc/handlers'),
      ]);
      const session = new Session(provider, process.env, () => Date.now(), log);
      stop = () => session.stop();
      return providerHandlers(session);
    },
    onStop: () => stop(),
    ...options,
  });
}
