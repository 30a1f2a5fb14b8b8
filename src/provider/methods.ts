import { providerMethods } from '../plugin/provider-methods';
import type { Log } from '../plugin/wire/log';
import type { LoadedMethods } from '../plugin/wire/methods';
import { svc } from '.';

export const methods = (log: Log): LoadedMethods => providerMethods(svc, log);

export { prepareConnections } from '../client/connection-pool';
