/** A text after one way of decoding. */
export interface Reading {
  readonly text: string;
  /** Place of each character in the original text; absent if only the text matters. */
  readonly places?: readonly Place[];
}

export interface Place {
  readonly start: number;
  readonly end: number;
}

type Groups = Readonly<Record<string, string | undefined>>;

export function placed(text: string): Reading {
  return { text, places: Array.from({ length: text.length }, (_, start) => ({ start, end: start + 1 })) };
}

/** Replaces each match. The replacement gets the place of the match. Without a match, returns the same reading. */
export function rewrite(
  reading: Reading,
  pattern: RegExp,
  replacement: string | ((groups: Groups) => string),
): Reading {
  const replace = typeof replacement === 'string' ? () => replacement : replacement;
  if (reading.places !== undefined) return rewritePlaced(reading, pattern, replace);
  const text = reading.text.replace(pattern, (...match) => replace(match.at(-1)));
  return text === reading.text ? reading : { text };
}

function rewritePlaced(reading: Reading, pattern: RegExp, replace: (groups: Groups) => string): Reading {
  const matches = [...reading.text.matchAll(pattern)];
  if (matches.length === 0) return reading;
  const parts: Reading[] = [];
  let end = 0;
  for (const { 0: match, index, groups = {} } of matches) {
    parts.push(slice(reading, end, index));
    end = index + match.length;
    parts.push(inPlaceOf(reading, index, end, replace(groups)));
  }
  return concatenate([...parts, slice(reading, end, reading.text.length)]);
}

export function slice({ text, places }: Reading, start: number, end: number): Reading {
  const part = { text: text.slice(start, end) };
  return places === undefined ? part : { ...part, places: places.slice(start, end) };
}

export function concatenate(parts: readonly Reading[]): Reading {
  const text = parts.map(part => part.text).join('');
  if (parts.some(({ places }) => places === undefined)) return { text };
  return { text, places: parts.flatMap(({ places = [] }) => places) };
}

/** Returns a text whose characters all get the place of one range of the reading. */
export function inPlaceOf({ places }: Reading, start: number, end: number, text: string): Reading {
  return places === undefined
    ? { text }
    : { text, places: Array(text.length).fill(covering(places, start, end)) };
}

/** Returns the range of the original text that these characters come from. */
export function covering(places: readonly Place[], start: number, end: number): Place {
  const first = places[start]?.start ?? 0;
  return { start: first, end: places[end - 1]?.end ?? first };
}
