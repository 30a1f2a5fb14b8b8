import { wire } from '../contract/page';

/** The platform's error body (assumed), without secrets: `{error: {code, message, fields?, request_id?}}`. */
export interface PlatformRefusal {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly requestId?: string | undefined;
  readonly fields: ReadonlyMap<string, string>;
}

const mostFields = 20;

/**
 * Reads the error shape. Returns `undefined` for any other body, which could contain anything.
 * @param clean makes a text of the platform fit to be shown
 */
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
