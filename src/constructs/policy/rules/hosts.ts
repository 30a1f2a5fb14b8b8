import { clearAddress, parsed } from '../../addresses/address';

/** The host of an address in which programs find different hosts, or none. No policy allows it. */
export const unclearHost = '';

/** Returns the host of an address in lower case and without a final dot. */
export function hostOf(address: string): string {
  return clearAddress(address)?.hostname.replace(/\.$/, '') ?? unclearHost;
}

/**
 * Normalizes an entry of `allowedHosts`: a host, or `*.` and a host.
 *
 * @returns undefined for a text that is neither
 */
export function normalizedHostPattern(text: string): string | undefined {
  const [prefix, name] = text.startsWith('*.') ? ['*.', text.slice(2)] : ['', text];
  // A host has no user, no port and no path. The parser drops tabs and line ends, which are a mistake.
  const isBare = !/[\s/?#@\\%*]/.test(name) && (!name.includes(':') || /^\[[^\]]*\]$/.test(name));
  // An international name becomes Punycode. The rule is then about that one host.
  const host = (isBare && parsed(`https://${name}/`)?.hostname.replace(/\.$/, '')) || undefined;
  const isAddress = host !== undefined && /^\[|^\d+(?:\.\d+){3}$/.test(host);
  // An address has no names below it.
  return host === undefined || (prefix !== '' && isAddress) ? undefined : prefix + host;
}

/** Takes normalized texts. `*.example.com` allows all names below example.com, not example.com itself. */
export function matchesHost(pattern: string, host: string): boolean {
  if (!pattern.startsWith('*.')) return pattern === host;
  const suffix = pattern.slice(1);
  return host.length > suffix.length && host.endsWith(suffix);
}
