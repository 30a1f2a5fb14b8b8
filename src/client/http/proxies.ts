import { InvalidOption } from '../contract/invalid-option';

/** Proxies to the platform; empty text where there is none. */
export interface Proxies {
  /** For plain HTTP, and for HTTPS where that has none of its own. */
  readonly httpProxy: string;
  readonly httpsProxy: string;
  /** Hosts that are reached without, separated by commas or spaces: `host`, `host:port`, `.domain`; `*` for all. */
  readonly noProxy: string;
}

/**
 * What an environment says of proxies: HTTPS_PROXY, HTTP_PROXY and NO_PROXY. The small spellings come first, as in
 * undici, curl and Go. Undefined where there is no proxy.
 *
 * @throws {InvalidOption} naming the variable, never its value, which may hold credentials
 */
export function proxiesOf(environment: Readonly<Record<string, string | undefined>>): Proxies | undefined {
  const settingOf = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? '';
  const addressOf = (name: string) => proxyAddress(name, settingOf(name).trim());
  const [httpProxy, httpsProxy] = [addressOf('HTTP_PROXY'), addressOf('HTTPS_PROXY')];
  return httpProxy || httpsProxy ? { httpProxy, httpsProxy, noProxy: settingOf('NO_PROXY') } : undefined;
}

/** Many write host and port alone, which means a plain connection to the proxy. */
function proxyAddress(variable: string, text: string): string {
  if (text === '') return '';
  const address = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || !isDecodable(url))
    throw new InvalidOption(variable, 'is not the address of a proxy, such as http://proxy.example:3128');
  return address;
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}
