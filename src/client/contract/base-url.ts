import { baseFlawOf } from '../../constructs/addresses/address';
import { canonicalAddress } from './canonical-address';
import { InvalidOption } from './invalid-option';

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
export function parseBaseUrl(text: string, option = 'base_url (or SVC_BASE_URL)'): BaseUrl {
  const flaw = baseFlawOf(text);
  if (flaw !== undefined)
    throw new InvalidOption(option, `is refused: ${flaw.found} ${flaw.remedy.replace(/\.$/, '')}`);
  const url = new URL(text);
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
