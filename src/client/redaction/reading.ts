/** A text as one way of decoding shows it. */
export interface Reading {
  readonly text: string;
  /** Where each character stands in the text that was given; absent where only the text matters. */
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

/** Replaces each match; what comes in its place stands where the match stood. Without a match, the reading itself. */
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
  return joined([...parts, slice(reading, end, reading.text.length)]);
}

export function slice({ text, places }: Reading, start: number, end: number): Reading {
  const part = { text: text.slice(start, end) };
  return places === undefined ? part : { ...part, places: places.slice(start, end) };
}

export function joined(parts: readonly Reading[]): Reading {
  const text = parts.map(part => part.text).join('');
  if (parts.some(({ places }) => places === undefined)) return { text };
  return { text, places: parts.flatMap(({ places = [] }) => places) };
}

/** A text that stands for a stretch of the reading as a whole. */
export function inPlaceOf({ places }: Reading, start: number, end: number, text: string): Reading {
  return places === undefined
    ? { text }
    : { text, places: Array(text.length).fill(covering(places, start, end)) };
}

/** The stretch of the given text that these characters stand for. */
export function covering(places: readonly Place[], start: number, end: number): Place {
  const first = places[start]?.start ?? 0;
  return { start: first, end: places[end - 1]?.end ?? first };
}
