import type { ProviderDefinition } from '../define/definition';
import type { RpcHandlers } from '../grpc/rpc-handler';
import type { Log } from '../log';
import { providerHandlers } from '../rpc/handlers';
import { Session } from '../rpc/session';
import type { LoadedMethods } from './loaded-handlers';
import { optimiseLater } from './optimise-later';

/** The methods of a provider. Only launches that need more than the schema load this file. */
export function providerMethods<Client>(provider: ProviderDefinition<Client>, log: Log): LoadedMethods {
  const session = new Session(provider, process.env, () => Date.now(), log);
  process.once('exit', code => {
    if (code === 0) session.leave();
  });
  return {
    handlers: tuned(providerHandlers(session)),
    stop: () => session.stop(),
    shutDown: () => session.shutDown(),
    areTraceless: () => !session.isConfigured,
  };
}

const configuring = '/tfplugin6.Provider/ConfigureProvider';

/** After ConfigureProvider, everything is loaded, and thousands of calls may follow. */
function tuned(handlers: RpcHandlers): RpcHandlers {
  const configure = handlers.get(configuring);
  if (configure === undefined) return handlers;
  return new Map(handlers).set(configuring, async request => {
    const answer = await configure(request);
    optimiseLater();
    return answer;
  });
}
