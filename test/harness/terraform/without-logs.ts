/** The environment of users. Without logs, the launches of a command share one process (decision 12). */
export const withoutLogs = { TF_LOG: '' };

/** The harness collects the logs and searches them. With logs, each launch has its own process. */
export const withLogs = { TF_LOG: 'TRACE' };
