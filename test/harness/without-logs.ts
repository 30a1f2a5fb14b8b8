/**
 * As users run it. The harness logs everything for its search; where logs are wanted, each launch has a process of its own
 * (decision 12). Without logs the first launches share one, and with `SVC_STAY` they do so under any process 1.
 */
export const withoutLogs = { TF_LOG: '', SVC_STAY: 'yes' };
