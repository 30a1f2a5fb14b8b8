/**
 * What a synthesis does about a finding of an `SvcPolicy`.
 */
export class PolicyAction {
  /** Fails the synthesis. */
  public static readonly ERROR = 'error';
  /** Warns and goes on. */
  public static readonly WARN = 'warn';

  private constructor() {}
}
