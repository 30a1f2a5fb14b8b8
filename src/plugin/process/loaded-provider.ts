import type { ProviderDefinition } from '../define/definition';
import type { RpcHandlers } from '../grpc/rpc-handler';
import type { Log } from '../log';
import { providerHandlers } from '../rpc/handlers';
import { Session } from '../rpc/session/session';
import type { LoadedProvider } from './lazy-provider';
import { raiseOptimisationThreshold } from './optimisation-threshold';

/** The methods of a provider. Only launches that need more than the schema load this file. */
export function createLoadedProvider<Client>(provider: ProviderDefinition<Client>, log: Log): LoadedProvider {
  const session = new Session(provider, process.env, () => Date.now(), log);
  return {
    handlers: withOptimisationThreshold(providerHandlers(session)),
    stop: () => session.stop(),
    leave: () => session.leave(),
  };
}

const configuring = '/tfplugin6.Provider/ConfigureProvider';

/** After ConfigureProvider, everything is loaded, and thousands of calls may follow. */
function withOptimisationThreshold(handlers: RpcHandlers): RpcHandlers {
  const configure = handlers.get(configuring);
  if (configure === undefined) return handlers;
  return new Map(handlers).set(configuring, async request => {
    const response = await configure(request);
    raiseOptimisationThreshold();
    return response;
  });
}
