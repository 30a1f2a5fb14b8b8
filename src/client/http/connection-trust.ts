import type { BaseUrl } from '../contract/base-url';
import { InvalidOption } from '../errors';

export interface Trust {
  readonly base: BaseUrl;
  /** PEM text, in addition to the roots that Node brings. */
  readonly extraCertificates?: string | undefined;
}

/** Said with every connection: where it is left out, NODE_TLS_REJECT_UNAUTHORIZED=0 switches the check off. */
const checked = { rejectUnauthorized: true };

/** Made once: handing `ca` to each connection would parse all of Node's roots each time. */
export async function trustOf({ base, extraCertificates }: Trust) {
  if (!base.secure || extraCertificates === undefined) return checked;
  const { createSecureContext, rootCertificates } = await import('node:tls');
  try {
    const ca = [...rootCertificates, extraCertificates];
    return { ...checked, secureContext: createSecureContext({ ca }) };
  } catch {
    throw new InvalidOption('extraCertificates', 'cannot be read as certificates');
  }
}

/**
 * The engine would go on optimising undici's WebAssembly in the background, and a process that ends meanwhile waits
 * for that: 238 ms against 5. Set no earlier than undici: a changed flag voids the code cache of Node's own modules.
 */
export async function leaveUnoptimised(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--liftoff-only');
}

/** An attempt has one deadline, kept by the exchange: it covers the headers and the whole body. */
export const withoutDeadlines = { headersTimeout: 0, bodyTimeout: 0 };
