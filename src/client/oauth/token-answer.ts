/** The fields of a token response that we use (paragraph 2.3). A field outside its limits is absent. */
export interface TokenAnswer {
  readonly access_token?: string;
  readonly token_type?: string;
  readonly refresh_token?: string;
  readonly expires_in?: number;
  readonly scope?: string;
}

/** A year. After that, a login that claims to last longer is renewed, or the platform refuses it. */
const mostSeconds = 365 * 24 * 3600;
const longestToken = 8192;
const longestScope = 1000;

/**
 * Limits the fields of a token response. An invalid field counts as absent. RFC 6749 (5.1) and paragraph 5.5
 * define the meaning of an absent field. If it is required, the OAuth library rejects the response.
 */
export function boundTokenAnswer(body: string): TokenAnswer | undefined {
  const fields = fieldsOf(body);
  if (fields === undefined) return undefined;
  const bounded = {
    access_token: tokenOf(fields.get('access_token')),
    token_type: tokenOf(fields.get('token_type')),
    refresh_token: tokenOf(fields.get('refresh_token')),
    expires_in: secondsOf(fields.get('expires_in')),
    scope: scopeOf(fields.get('scope')),
  };
  return JSON.parse(JSON.stringify(bounded));
}

function fieldsOf(body: string): ReadonlyMap<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
    return new Map(Object.entries(parsed));
  } catch {
    return undefined;
  }
}

/** Visible ASCII only (RFC 6749, appendix A). Other characters could inject a header. */
function tokenOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= longestToken && /^[\x21-\x7e]+$/.test(value)
    ? value
    : undefined;
}

/** Some servers send the number as a string. */
function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' && seconds > 0 ? Math.min(seconds, mostSeconds) : undefined;
}

/** Scope names as in RFC 6749 (3.3). Invalid names are dropped. */
function scopeOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const names = value.split(/\s+/).filter(name => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(name));
  const scope = names.join(' ');
  return scope.length > longestScope ? undefined : scope;
}
