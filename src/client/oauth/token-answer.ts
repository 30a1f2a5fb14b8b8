/** The fields of a token response that are read (paragraph 2.3), each within its bounds or absent. */
export interface TokenAnswer {
  readonly access_token?: string;
  readonly token_type?: string;
  readonly refresh_token?: string;
  readonly expires_in?: number;
  readonly scope?: string;
}

/** A year: a login that claims to last longer is asked for a new token then, or refused by the platform. */
const mostSeconds = 365 * 24 * 3600;
const longestToken = 8192;
const longestScope = 1000;

/**
 * Bounds what the authorization server says. A field that is not what it should be counts as absent: RFC 6749 (5.1) and
 * paragraph 5.5 say what that means, and for a field without which there is no login the OAuth library refuses the answer.
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

/** Visible ASCII (RFC 6749, appendix A): anything else could not stand in a header, and would forge one. */
function tokenOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= longestToken && /^[\x21-\x7e]+$/.test(value)
    ? value
    : undefined;
}

/** Some servers write the number as a text. */
function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' && seconds > 0 ? Math.min(seconds, mostSeconds) : undefined;
}

/** Names of scopes, as RFC 6749 (3.3) spells them; what is no name is left out. */
function scopeOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const names = value.split(/\s+/).filter(name => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(name));
  const scope = names.join(' ');
  return scope.length > longestScope ? undefined : scope;
}
