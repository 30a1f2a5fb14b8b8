import { type Finding, textOf } from '../../../src/risks/finding';

/** A key that an update leaves as it is. */
export const quiet = { issues: false, isGone: false, revokes: [], overlaps: false, endsEarly: false };

/** Each finding in one line, with an exclamation mark if the provider warns of it. */
export const said = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ risk = 'no risk', words, warns }) => `${risk}${warns ? '!' : ''} ${textOf(words)}`);

/** All attributes are known but these. */
export const except =
  (...unknown: readonly string[]) =>
  (attribute: string): boolean =>
    !unknown.includes(attribute);
