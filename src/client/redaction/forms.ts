import { normalized } from './decoding';
import { encodings } from './encodings';

/** A form in which a secret may appear in a text, with the encoding's name for reports. */
export interface Form {
  readonly name: string;
  readonly text: string;
}

/** Shorter encoded texts would match by chance. */
const shortestEncoded = 6;
const shortestCore = 16;
const coreRuns = new RegExp(`[A-Za-z0-9]{${shortestCore},}`, 'g');

/**
 * Returns every form of the secret, and of its core, to search for. Encoders create them, so this search shares no
 * bug with the decoders in `decoding.ts`.
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

/** Pieces of a core, for a secret that the platform truncated: any 24 characters in a row contain one of them. */
function partsOf(core = ''): readonly string[] {
  const parts: string[] = [];
  for (let start = 0; start + shortestCore <= core.length; start += shortestCore / 2)
    parts.push(core.slice(start, start + shortestCore));
  return parts;
}

/** Returns the longest run of letters and digits, which identifies a truncated secret; undefined if it is too short. */
export function coreOf(secret: string): string | undefined {
  const runs = secret.match(coreRuns) ?? [];
  return runs.reduce<string | undefined>(
    (best, run) => (best === undefined || run.length > best.length ? run : best),
    undefined,
  );
}

/** Search patterns of a secret. */
interface Traits {
  /** Results of decoding: the secret, its normalised form, and its bytes. */
  readonly plain: readonly string[];
  readonly core: string | undefined;
  readonly forms: readonly Form[];
}

/** Cache: all messages of a process are searched for the same few secrets. */
const cache = new Map<string, Traits>();
const cacheSize = 1000;

export function traitsOf(secret: string): Traits {
  const found = cache.get(secret);
  if (found !== undefined) return found;
  const plain = [secret, normalized(secret), Buffer.from(secret).toString('latin1')];
  const core = coreOf(secret);
  const parts = partsOf(core).map(text => ({ name: 'part', text }));
  const traits = { plain, core, forms: [...formsOf(secret), ...parts] };
  if (cache.size >= cacheSize) cache.clear();
  cache.set(secret, traits);
  return traits;
}
