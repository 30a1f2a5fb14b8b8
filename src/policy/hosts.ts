/**
 * Returns a host in the form that `URL.hostname` has: in lower case, international names in Punycode, numbers of an
 * IPv4 address in decimal, without a final dot.
 *
 * @param text the host alone: no scheme, no user, no port, no path
 * @returns undefined for a text that is no host
 * @internal
 */
export function normalizedHost(text: string): string | undefined {
  // The parser drops tabs and line ends. A host with them is a mistake.
  if (text === '' || /[\s/?#@\\%]/.test(text) || (text.includes(':') && !/^\[[^\]]*\]$/.test(text))) {
    return undefined;
  }
  return hostOf(`https://${text}/`);
}

/**
 * Returns the normalized host of an address; undefined for a text that is no URL with a host.
 *
 * @internal
 */
export function hostOf(address: string): string | undefined {
  try {
    return new URL(address).hostname.replace(/\.$/, '') || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Normalizes an entry of `allowedHosts`: a host, or `*.` and a host.
 *
 * @returns undefined for a text that is neither
 * @internal
 */
export function normalizedHostPattern(text: string): string | undefined {
  const isWildcard = text.startsWith('*.');
  const host = normalizedHost(isWildcard ? text.slice(2) : text);
  // An address has no names below it, and another asterisk would match nothing.
  if (host === undefined || host.includes('*') || (isWildcard && isAddress(host))) return undefined;
  return isWildcard ? `*.${host}` : host;
}

function isAddress(host: string): boolean {
  return host.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host);
}

/**
 * Returns true if a normalized pattern allows a normalized host. `*.example.com` allows all names below
 * example.com, at any depth, and not example.com itself.
 *
 * @internal
 */
export function matchesHost(pattern: string, host: string): boolean {
  if (!pattern.startsWith('*.')) return pattern === host;
  const suffix = pattern.slice(1);
  return host.length > suffix.length && host.endsWith(suffix);
}
