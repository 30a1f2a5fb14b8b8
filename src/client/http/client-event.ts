import type { OperationName } from '../contract/operations';

/** An event of the client, for logs. It contains no secret, no body and no text from the platform. */
export type ClientEvent =
  | {
      readonly type: 'attempt';
      readonly operation: OperationName;
      /** 1 for the first attempt. */
      readonly attempt: number;
      /** HTTP status, or the error code. */
      readonly outcome: number | string;
      readonly milliseconds: number;
    }
  | {
      /** This call waits before a retry, or for its turn in the rate limit. */
      readonly type: 'wait';
      readonly operation: OperationName;
      readonly reason: string;
      readonly milliseconds: number;
    };
