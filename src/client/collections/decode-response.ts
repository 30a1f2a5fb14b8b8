import { DecodeFault, type Decoder } from '../contract/decode';
import type { OperationName } from '../contract/operations';
import { objectOf } from '../contract/page';
import { PlatformError } from '../errors';
import { parse } from '../errors/platform-refusal';
import type { HttpResponse } from '../http/exchange';

/** @throws {PlatformError<'MalformedResponse'>} naming the place and what was expected, never a value */
export function decodeResponse<T>(answer: HttpResponse, operation: OperationName, decoder: Decoder<T>): T {
  const { status, header, body } = answer;
  try {
    if (body.text === undefined) throw new DecodeFault('', body.fault);
    const parsed = parseJson(body.text, header('content-type'));
    return decoder(operation.endsWith('.list') ? parsed : objectOf(parsed), '');
  } catch (error) {
    if (!(error instanceof DecodeFault)) throw error;
    const { path, expected } = error;
    throw new PlatformError('MalformedResponse', { operation, status, path, expected });
  }
}

export function isEmpty({ body }: HttpResponse): boolean {
  return body.text?.trim() === '';
}

function parseJson(text: string, contentType: string | undefined): unknown {
  if (text.trim() === '') throw new DecodeFault('', 'JSON (it is empty)');
  const parsed = parse(text);
  if (parsed !== undefined) return parsed;
  const type = /^[\w.+-]{1,40}\/[\w.+-]{1,40}/.exec(contentType ?? '')?.[0];
  throw new DecodeFault('', type === undefined ? 'JSON' : `JSON (it is declared as ${type})`);
}
