import type { ProviderDefinition } from './define/definition';
import { serve } from './wire/serve';

/**
 * Runs the process as a provider. The definition is loaded after the handshake line is out: Terraform connects
 * in the meantime.
 */
export async function serveProvider<Client>(load: () => Promise<ProviderDefinition<Client>>): Promise<void> {
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
      process.once('exit', code => {
        if (code === 0) session.leave();
      });
      return providerHandlers(session);
    },
    onStop: () => stop(),
  });
}
