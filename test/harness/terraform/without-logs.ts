/**
 * The environment of users. Without logs, the first launches of a command share one process (decision 12); `SVC_STAY`
 * enables this under any process 1.
 */
export const withoutLogs = { TF_LOG: '', SVC_STAY: 'yes' };

/** The harness collects the logs and searches them. With logs, each launch has its own process. */
export const withLogs = { TF_LOG: 'TRACE' };
