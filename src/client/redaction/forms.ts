import { normalized } from './decoding';
import { encodings } from './encodings';

/** How a secret may stand in a text, and the encoding's name for a report. */
export interface Form {
  readonly name: string;
  readonly text: string;
}

/** Encoded texts that are shorter would be found by chance. */
const shortestEncoded = 6;
const shortestCore = 16;

/**
 * Every form in which the secret, or its core, is searched for. Each comes from an encoder, so that this search shares
 * no fault with the decoders of `decoding.ts`.
 */
export function formsOf(secret: string): readonly Form[] {
  const core = coreOf(secret);
  const names = new Map([[secret, 'raw']]);
  for (const { name, encode } of encodings) {
    for (const text of [encode(secret), ...(core === undefined ? [] : [encode(core)])]) {
      if (text.length >= shortestEncoded && !names.has(text)) names.set(text, name);
    }
  }
  return [...names].map(([text, name]) => ({ name, text }));
}

/** Pieces of a core that a platform may have cut at either end: 24 characters in a row hold one of them. */
function partsOf(core = ''): readonly string[] {
  const parts: string[] = [];
  for (let start = 0; start + shortestCore <= core.length; start += shortestCore / 2)
    parts.push(core.slice(start, start + shortestCore));
  return parts;
}

/** The longest run of letters and digits, which stands in for a secret that is cut off; undefined where it is short. */
export function coreOf(secret: string): string | undefined {
  const runs = secret.match(/[A-Za-z0-9]+/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  return longest.length >= shortestCore ? longest : undefined;
}

/** What a search has to know of a secret. */
interface Traits {
  /** As decoders end up with it: itself, normalised, and its bytes. */
  readonly plain: readonly string[];
  readonly core: string | undefined;
  readonly forms: readonly Form[];
}

/** Every message of a process is searched for the same few secrets. */
const known = new Map<string, Traits>();
const mostKnown = 1000;

export function traitsOf(secret: string): Traits {
  const found = known.get(secret);
  if (found !== undefined) return found;
  const plain = [secret, normalized(secret), Buffer.from(secret).toString('latin1')];
  const core = coreOf(secret);
  const parts = partsOf(core).map(text => ({ name: 'part', text }));
  const traits = { plain, core, forms: [...formsOf(secret), ...parts] };
  if (known.size >= mostKnown) known.clear();
  known.set(secret, traits);
  return traits;
}
