import { wire } from '../contract/page';

/** The platform's error body (assumed), without secrets: `{error: {code, message, fields?, request_id?}}`. */
export interface PlatformRefusal {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly requestId?: string | undefined;
  readonly fields: ReadonlyMap<string, string>;
}

const mostFields = 20;

/** Undefined for any other body, which could contain anything. @param clean makes a text fit to be shown */
export function readRefusal(
  body: string | undefined,
  clean: (text: string) => string,
): PlatformRefusal | undefined {
  const error = property(parse(body), wire.error);
  if (typeof error !== 'object' || error === null) return undefined;
  const text = (name: string) => {
    const value = property(error, name);
    return typeof value === 'string' ? clean(value) || undefined : undefined;
  };
  return {
    code: text('code'),
    message: text('message'),
    requestId: text('request_id'),
    fields: readFields(property(error, 'fields'), clean),
  };
}

function readFields(fields: unknown, clean: (text: string) => string): ReadonlyMap<string, string> {
  if (typeof fields !== 'object' || fields === null) return new Map();
  const texts = Object.entries(fields).filter(([, problem]) => typeof problem === 'string');
  return new Map(texts.slice(0, mostFields).map(([name, problem]) => [clean(name), clean(String(problem))]));
}

/** Returns undefined for what is no JSON. */
export function parse(body: string | undefined): unknown {
  try {
    // Without its byte order mark.
    return body === undefined ? undefined : JSON.parse(body.trim());
  } catch {
    return undefined;
  }
}

/** Own properties only, so that a body cannot address inherited ones. */
export function property(value: unknown, name: string): unknown {
  return Object.getOwnPropertyDescriptor(Object(value), name)?.value;
}

/**
 * Returns why the request was refused, as a body of any usual shape says it: `{error}`, `{message}`, RFC 9457, `{errors}` as a
 * list or by field. It is only shown. A gateway may have written it, so it is no evidence of anything.
 * @param clean makes a text of the platform fit to be shown
 */
export function readReason(body: string | undefined, clean: (text: string) => string): string | undefined {
  const parsed = parse(body);
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const error = property(parsed, wire.error) ?? property(parsed, 'error');
  const words = reasonIn(error);
  // Beside a code in `error`, OAuth has `error_description`.
  const reason = typeof error === 'string' ? (reasonIn(parsed) ?? words) : (words ?? reasonIn(parsed));
  return reason === undefined ? undefined : clean(reason) || undefined;
}

function reasonIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value || undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const text = (name: string) => {
    const part = property(value, name);
    return typeof part === 'string' && part !== '' ? part : undefined;
  };
  const detail = text('message') ?? text('error_description') ?? text('detail');
  const place = text('title') ?? text('field');
  const own = [place, detail].filter(part => part !== undefined).join(': ');
  return own || reasonsIn(property(value, 'errors'));
}

/** Reasons as a list, or by the field that each is about. */
function reasonsIn(errors: unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined;
  const parts = Object.entries(errors).map(([name, problem]: [string, unknown]) => {
    if (Array.isArray(errors)) return reasonIn(problem);
    const problems: readonly unknown[] = Array.isArray(problem) ? problem.slice(0, mostFields) : [problem];
    const said = problems.map(reasonIn).filter(text => text !== undefined);
    return said.length > 0 ? `${name}: ${said.join(', ')}` : undefined;
  });
  const said = parts.slice(0, mostFields).filter(part => part !== undefined);
  return said.join('; ') || undefined;
}
