import { setFlagsFromString } from 'node:v8';
import type { ProviderDefinition } from '../define/definition';
import type { Log } from '../log';
import { providerHandlers } from '../rpc/handlers';
import { Session } from '../rpc/session/session';
import type { LoadedProvider } from './launch';

/** The methods of a provider. Only launches that need more than the schema load this file. */
export function createLoadedProvider<Client>(provider: ProviderDefinition<Client>, log: Log): LoadedProvider {
  const configure: typeof provider.configure = async (...settings) => {
    const client = await provider.configure(...settings);
    raiseOptimisationThreshold();
    return client;
  };
  const session = new Session({ ...provider, configure }, process.env, () => Date.now(), log);
  return {
    handlers: providerHandlers(session),
    stop: () => session.stop(),
    leave: () => session.leave(),
  };
}

/**
 * Eight times V8's budget for a function before full optimisation, by V8 version. Earlier versions count bytes of
 * code, later ones calls. An unknown V8 would print that it does not know the flag.
 */
const laterByVersion: Readonly<Record<string, string>> = {
  '11': `--interrupt-budget=${8 * 132 * 1024}`,
  '12': `--invocation-count-for-turbofan=${8 * 3000}`,
};

/**
 * Delays V8's optimisation. In a walk of 1,000 objects, optimisation takes a third of the time of all calls. It runs in
 * the background, on processors that Terraform uses fully. The process ends before this pays off. Longer runs are still
 * optimised.
 *
 * Call it after everything is loaded, and thousands of calls may follow: a changed flag invalidates the code cache of the
 * modules of Node.js.
 */
function raiseOptimisationThreshold(): void {
  const [major = ''] = process.versions.v8.split('.');
  const flag = laterByVersion[major];
  if (flag !== undefined) setFlagsFromString(flag);
}
