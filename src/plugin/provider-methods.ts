import type { ProviderDefinition } from './define/definition';
import { providerHandlers } from './rpc/handlers';
import { Session } from './rpc/session';
import type { Log } from './wire/log';
import type { LoadedMethods } from './wire/methods';

/** What a process answers for a provider; to be loaded by those launches that are asked for more than the schema. */
export function providerMethods<Client>(provider: ProviderDefinition<Client>, log: Log): LoadedMethods {
  const session = new Session(provider, process.env, () => Date.now(), log);
  process.once('exit', code => {
    if (code === 0) session.leave();
  });
  return {
    handlers: providerHandlers(session),
    stop: () => session.stop(),
    areTraceless: () => !session.isConfigured,
  };
}
