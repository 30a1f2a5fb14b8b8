import type { BaseUrl } from '../../contract/base-url';
import { InvalidOption } from '../../errors';

export interface Trust {
  readonly base: BaseUrl;
  /** PEM text. Trusted in addition to the root certificates of Node.js. */
  readonly extraCertificates?: string | undefined;
}

/** Every connection sets this. Without it, NODE_TLS_REJECT_UNAUTHORIZED=0 would switch certificate checks off. */
const checked = { rejectUnauthorized: true };

/**
 * The secure context is created once. With the option `ca`, each connection would parse all root certificates of
 * Node.js again.
 */
export async function trustOf({ base, extraCertificates }: Trust) {
  if (!base.secure || extraCertificates === undefined) return checked;
  const { createSecureContext, rootCertificates } = await import('node:tls');
  const { X509Certificate } = await import('node:crypto');
  try {
    // createSecureContext ignores what it cannot read.
    new X509Certificate(extraCertificates);
    return {
      ...checked,
      secureContext: createSecureContext({ ca: [...rootCertificates, extraCertificates] }),
    };
  } catch {
    throw new InvalidOption('extraCertificates', 'cannot be read as certificates');
  }
}

/**
 * Keeps V8 from optimising undici's WebAssembly in the background. A process that exits meanwhile would wait for
 * that: 238 ms instead of 5. Call it after undici is loaded: a changed flag invalidates the code cache of the
 * modules of Node.js.
 */
export async function leaveUnoptimised(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--liftoff-only');
}

/** undici's own timeouts are off. The exchange has one deadline for the headers and the whole body. */
export const withoutDeadlines = { headersTimeout: 0, bodyTimeout: 0 };
