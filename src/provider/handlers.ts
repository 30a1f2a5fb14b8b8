import type { Log } from '../plugin/log';
import type { LoadedMethods } from '../plugin/process/loaded-handlers';
import { providerMethods } from '../plugin/process/provider-handlers';
import { svc } from '.';

export const methods = (log: Log): LoadedMethods => providerMethods(svc, log);

export { prepareConnections } from '../client/http/create-connection-pool';
