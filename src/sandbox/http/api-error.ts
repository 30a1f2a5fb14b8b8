import { wire } from '../../client/contract/page';

/** Problem by name of an invalid field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** An error that the API returns in its error body (assumed: the document does not define the body). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: { readonly fields?: FieldErrors; readonly required_scope?: string } = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

export function notFound(what: string): ApiError {
  return new ApiError(404, 'not_found', `There is no such ${what}.`);
}

export function invalidFields(fields: FieldErrors): ApiError {
  return new ApiError(422, 'invalid_fields', 'Some fields are invalid.', { fields });
}

export function errorBody(error: ApiError, requestId: string): string {
  const { code, message, details } = error;
  return JSON.stringify({ [wire.error]: { code, message, ...details, request_id: requestId } });
}
