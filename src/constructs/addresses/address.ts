/** What is wrong with an address. It does not repeat the address, whose path may hold a token. */
export interface Flaw {
  readonly found: string;
  readonly remedy: string;
  /** True if the address contains a credential: no message may show the line with it. */
  readonly holdsSecret?: boolean;
}

const noAddress: Flaw = {
  found: 'This is not an absolute URL.',
  remedy: 'Write one such as https://host.example.com/path, with its scheme.',
};

const withQuery: Flaw = {
  found: 'The address has a query or a fragment.',
  remedy: 'Give only its scheme, host and path.',
  holdsSecret: true,
};

const withCredentials: Flaw = {
  found: 'The URL contains a user name or a password, which plans, states and logs would show.',
  remedy: 'Give the URL without them.',
  holdsSecret: true,
};

/** Scheme and authority of RFC 3986, without percent codes in the host: only some programs decode them there. */
const beginning =
  /^[a-z][a-z0-9+.-]*:\/\/(?:[a-z0-9._~!$&'()*+,;=:%-]*@)?(\[[0-9a-f:.]+\]|[a-z0-9._~!$&'()*+,;=-]+)(?::\d*)?(?=[/?#]|$)/i;
const literal = /^[a-z][a-z0-9+.-]*:\/\/\[[0-9a-f:.]+\]/i;
/** The first character of an address that RFC 3986 forbids, brackets outside an IPv6 literal included. */
const forbidden = /[^A-Za-z0-9._~!$&'()*+,;=:@/?#%-]|%(?![0-9A-Fa-f]{2})|(?<=#.*)#/u;

/**
 * Parses an address in which all programs find the same host. The URL parser of JavaScript drops tabs, takes a backslash
 * for a slash and 0x7f.1 for 127.0.0.1; the platform may read another host.
 */
export function clearAddress(address: string): URL | undefined {
  const host = beginning.exec(address)?.[1];
  const url = parsed(address);
  if (host === undefined || url === undefined) return undefined;
  return host.startsWith('[') || host.toLowerCase() === url.hostname ? url : undefined;
}

/** Returns why nothing may be sent to an address: it needs HTTPS, or plain HTTP to this machine (paragraph 5, rule 2). */
export function unsafetyOf(address: string): Flaw | undefined {
  const url = parsed(address);
  if (url === undefined) return noAddress;
  if (url.username !== '' || url.password !== '') return withCredentials;
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  const remedy = 'Plain http is accepted only for loopback hosts (localhost, 127.0.0.1, [::1]).';
  return { found: 'The URL must use https.', remedy };
}

/** Returns why an address is none that all programs understand in the same way (RFC 3986). */
export function flawOf(address: string): Flaw | undefined {
  const [character] = forbidden.exec(address.replace(literal, '')) ?? [];
  if (character !== undefined) {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return {
      found: `The address has a character where RFC 3986 allows none such (U+${code}).`,
      remedy: /\p{Cc}/u.test(character)
        ? 'Take it away: a file with the line ends of Windows leaves one.'
        : 'Percent-encode it (a blank is %20, a backslash %5C, a percent sign %25), or in a host use Punycode (xn--…).',
    };
  }
  if (parsed(address) === undefined) return noAddress;
  if (clearAddress(address) !== undefined) return undefined;
  return {
    found: 'Programs find different hosts in this address.',
    remedy:
      'Write the host after //, as a name in ASCII, four decimal numbers, or an IPv6 address in brackets.',
  };
}

/** Returns why a receiver may not be tested at an address. */
export function receiverFlawOf(address: string): Flaw | undefined {
  return unsafetyOf(address) ?? flawOf(address);
}

/** Returns why an address may not be a platform's. Paths of operations are appended to it. */
export function baseFlawOf(address: string): Flaw | undefined {
  const flaw = receiverFlawOf(address);
  // The text, since a parsed URL does not show an empty query or fragment.
  return flaw ?? (/[?#]/.test(address) ? withQuery : undefined);
}

/** Returns true if a host, as in `URL.hostname`, or an IP address is this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|\[?::1\]?|127(?:\.\d{1,3}){3})$/.test(host);
}

/** Undefined if it is no address. `URL.canParse` of Node.js 20.20 is false for every ä from about the 2,000th call on. */
export function parsed(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
