import type { OperationName } from '../contract/operations';

/** What the client does, for logs. Holds no secret, no body and no text of the platform's. */
export type ClientEvent =
  | {
      readonly type: 'attempt';
      readonly operation: OperationName;
      /** 1 for the first. */
      readonly attempt: number;
      /** HTTP status, or the code of the failure. */
      readonly outcome: number | string;
      readonly milliseconds: number;
    }
  | {
      /** This call waits before it is made again, or for its turn after another call met a rate limit. */
      readonly type: 'wait';
      readonly operation: OperationName;
      readonly reason: string;
      readonly milliseconds: number;
    }
  | {
      /** A 429 pauses all calls of the process and widens the time between them. */
      readonly type: 'slow-down';
      readonly operation: OperationName;
      readonly pauseMilliseconds: number;
      readonly spacingMilliseconds: number;
    };
