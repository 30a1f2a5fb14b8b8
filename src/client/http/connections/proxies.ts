import { parsed } from '../../../constructs/addresses/address';
import { InvalidOption } from '../../contract/invalid-option';

/** Proxies to the platform. An empty string means no proxy. */
export interface Proxies {
  /** For plain HTTP, and for HTTPS if `httpsProxy` is empty. */
  readonly httpProxy: string;
  readonly httpsProxy: string;
  /** Hosts that need no proxy, separated by commas or spaces: `host`, `host:port`, `.domain`; `*` for all. */
  readonly noProxy: string;
}

/**
 * Reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Lower-case names take precedence, as in undici, curl and Go. Returns
 * `undefined` if no proxy is set.
 *
 * @throws {InvalidOption} naming the variable, never its value, which may contain credentials
 */
export function proxiesOf(environment: Readonly<Record<string, string | undefined>>): Proxies | undefined {
  const settingOf = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? '';
  const addressOf = (name: string) => proxyAddress(name, settingOf(name).trim());
  const [httpProxy, httpsProxy] = [addressOf('HTTP_PROXY'), addressOf('HTTPS_PROXY')];
  return httpProxy || httpsProxy ? { httpProxy, httpsProxy, noProxy: settingOf('NO_PROXY') } : undefined;
}

/** Accepts `host:port` without a scheme, which many users write. It means a plain connection to the proxy. */
function proxyAddress(variable: string, text: string): string {
  if (text === '') return '';
  const address = text.includes('://') ? text : `http://${text}`;
  const url = parsed(address);
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || !isDecodable(url))
    throw new InvalidOption(variable, `is not the address of a proxy, such as ${example}`);
  return address;
}

const example = 'http://proxy.example:3128. In its password, write %25 for a percent sign, and %23 for #';

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}
