import type { ProviderDefinition } from '../define/definition';
import type { RpcHandlers } from '../grpc/rpc-handler';
import type { Log } from '../log';
import { providerHandlers } from '../rpc/handlers';
import { Session } from '../rpc/session';
import type { LoadedProvider } from './lazy-provider';
import { raiseOptimisationThreshold } from './optimisation-threshold';

/** What a process answers for a provider; to be loaded by those launches that are asked for more than the schema. */
export function createLoadedProvider<Client>(provider: ProviderDefinition<Client>, log: Log): LoadedProvider {
  const session = new Session(provider, process.env, () => Date.now(), log);
  process.once('exit', code => {
    if (code === 0) session.leave();
  });
  return {
    handlers: tuned(providerHandlers(session)),
    stop: () => session.stop(),
    shutDown: () => session.shutDown(),
    isTraceless: () => !session.isConfigured,
  };
}

const configuring = '/tfplugin6.Provider/ConfigureProvider';

/** What is configured has loaded all it needs, and has thousands of calls before it. */
function tuned(handlers: RpcHandlers): RpcHandlers {
  const configure = handlers.get(configuring);
  if (configure === undefined) return handlers;
  return new Map(handlers).set(configuring, async request => {
    const answer = await configure(request);
    raiseOptimisationThreshold();
    return answer;
  });
}
