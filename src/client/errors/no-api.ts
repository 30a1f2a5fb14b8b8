import { operationOf } from '../contract/operations';
import { type ErrorContext, PlatformError, requestOf } from './platform-error';

/** The configured address answers, and the platform's API is not there: a wrong path, or a web page. */
export class NoApi extends PlatformError {
  override readonly name = 'NoApi';
  override readonly affectsEveryCall = true;
  /** How every path of the API begins. It is no part of the configured address. */
  readonly version: string;

  /** @param address what was configured */
  constructor(context: ErrorContext, address: string, circumstance: string) {
    const [method] = requestOf(context).split(' ');
    const { path } = operationOf(context.operation);
    super(`No API at ${method} ${address}${path}: ${circumstance}.`, context);
    this.version = `/${path.split('/')[1]}`;
  }
}
