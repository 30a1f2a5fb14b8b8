import { flawOf, isLoopback, parsed } from '../../constructs/addresses/address';
import { canonicalAddress } from './canonical-address';
import { InvalidOption } from './invalid-option';

export { isLoopback };

/** The platform's address in its parts. */
export interface BaseUrl {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path before every operation's path, without a trailing slash. Usually empty. */
  readonly prefix: string;
  /** Host and port, for messages. */
  readonly address: string;
  readonly secure: boolean;
}

/**
 * Parses an address. Accepts HTTPS, and plain HTTP for loopback hosts only (paragraph 5, rule 2).
 * @throws {InvalidOption} whose message does not repeat the value, which may contain credentials.
 */
export function parseBaseUrl(text: string, option = 'baseUrl'): BaseUrl {
  const url = parsed(text);
  if (url === undefined) throw new InvalidOption(option, 'is not an absolute URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new InvalidOption(option, 'must use https');
  if (url.username !== '' || url.password !== '') {
    throw new InvalidOption(option, 'must not contain a user name or password');
  }
  // Check the text: the parsed URL does not show an empty query or fragment.
  if (/[?#]/.test(text)) throw new InvalidOption(option, 'must not contain a query or fragment');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new InvalidOption(option, 'must use https (plain http is only for loopback hosts)');
  }
  if (flawOf(text) !== undefined) {
    throw new InvalidOption(
      option,
      'must be as RFC 3986 says: a host in ASCII, other characters percent-encoded',
    );
  }
  const secure = url.protocol === 'https:';
  return {
    origin: url.origin,
    prefix: url.pathname.replace(/\/+$/, ''),
    address: `${url.hostname}:${url.port || (secure ? '443' : '80')}`,
    secure,
  };
}

/** Normalises an address, so that all its spellings compare equal. Returns a text that is no address unchanged. */
export function normalizedAddress(text: string): string {
  try {
    const { origin, prefix } = parseBaseUrl(text);
    return canonicalAddress(origin + prefix).replace(/\/$/, '');
  } catch {
    return text;
  }
}
