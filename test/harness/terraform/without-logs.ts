/**
 * The environment of users. The harness logs everything for its search. With logs, each launch has its own process
 * (decision 12). Without logs, the first launches share one; `SVC_STAY` enables this under any process 1.
 */
export const withoutLogs = { TF_LOG: '', SVC_STAY: 'yes' };
