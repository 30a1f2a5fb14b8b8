import type { Log } from '../plugin/log';
import type { LoadedProvider } from '../plugin/process/launch';
import { createLoadedProvider } from '../plugin/process/loaded-provider';
import { svc } from '.';

export const loadProvider = (log: Log): LoadedProvider => createLoadedProvider(svc, log);

export { prepareConnections } from '../client/http/connections/connection-pool';
