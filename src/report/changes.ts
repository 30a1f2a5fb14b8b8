import { shownHost } from '../risks/host';
import { shortened } from '../words/printable';
import type { Blanking } from './blanking';
import { type JudgedObject, shownParts } from './judge/found';
import { actionOf, type Judging } from './judge/judging';
import type { Change, Difference, Shown } from './model';
import { phrase } from './phrase';
import { isEqual, isObject, type Json, member } from './plan/json';
import { hasMark, marksOf } from './plan/planned-object';

/**
 * A change whose words and attributes are made when somebody reads them: of a plan of thousands, a comment shows a few. A class:
 * V8 makes literals with accessors slowly.
 */
export class JudgedChange implements Change {
  readonly action: Change['action'];
  readonly movedFrom: string | null;
  readonly importedId: string | null;
  readonly deposed: string | null;
  readonly reason: string | null;
  readonly #judged: JudgedObject;
  readonly #judging: Judging;

  constructor(judged: JudgedObject, judging: Judging) {
    const { previousAddress, importedId, deposed, reason = '' } = judged.object;
    const { shown } = judging;
    this.action = actionOf(judged.object);
    this.movedFrom = previousAddress === undefined ? null : shown.address(previousAddress);
    this.importedId = shown.optional(importedId);
    this.deposed = shown.optional(deposed);
    this.reason = /^[a-z_]{1,60}$/.test(reason) ? reason.replaceAll('_', ' ') : null;
    this.#judged = judged;
    this.#judging = judging;
  }

  get object() {
    return this.#judging.subjectOf(this.#judged.object);
  }

  get sentences() {
    const { object, findings } = this.#judged;
    return findings.map(({ words }) => phrase(shownParts(words, object, this.#judging)));
  }

  get differences() {
    const { object } = this.#judged;
    return partsOf(object, '', this.#judging.shown).map(difference => ({
      ...difference,
      forcesReplacement: object.replacedBy.includes(difference.path.split('.')[0] ?? ''),
    }));
  }

  toJSON(): Change {
    const { object, action, movedFrom, importedId, deposed, reason, sentences, differences } = this;
    return { object, action, movedFrom, importedId, deposed, reason, sentences, differences };
  }
}

type Sides = Readonly<Record<'before' | 'after' | 'unknown' | 'beforeSensitive' | 'afterSensitive', Json>>;

type ChangedValue = Omit<Difference, 'forcesReplacement'>;

/** Returns the attributes that change, before and after, without sensitive values. */
function partsOf(sides: Sides, prefix: string, shown: Blanking): readonly ChangedValue[] {
  const names = new Set(
    [sides.before, sides.after, sides.unknown].flatMap(value => (isObject(value) ? Object.keys(value) : [])),
  );
  return [...names].sort().flatMap(name => {
    const part = partIn(sides, name);
    const path = prefix === '' ? shown.text(name) : `${prefix}.${shown.text(name)}`;
    if (isBlock(part)) return partsOf(part, path, shown);
    return isChanged(part) ? [difference(path, part, shown)] : [];
  });
}

const partIn = (sides: Sides, name: string): Sides => ({
  before: member(sides.before, name),
  after: member(sides.after, name),
  unknown: marksOf(sides.unknown, name),
  beforeSensitive: marksOf(sides.beforeSensitive, name),
  afterSensitive: marksOf(sides.afterSensitive, name),
});

/** A nested attribute is shown by its parts, unless it is unknown or sensitive as a whole. */
const isBlock = ({ before, after, unknown, beforeSensitive, afterSensitive }: Sides) =>
  (isObject(before) || isObject(after)) &&
  ![unknown, beforeSensitive, afterSensitive].includes(true) &&
  [before, after].every(value => value === undefined || value === null || isObject(value));

const isChanged = ({ before, after, unknown }: Sides) => hasMark(unknown) || !isEqual(before, after);

function difference(path: string, sides: Sides, shown: Blanking): ChangedValue {
  const { before, after, unknown, beforeSensitive, afterSensitive } = sides;
  // Both sides are hidden if one is sensitive: the value before may be the same secret.
  const isHidden = hasMark(beforeSensitive) || hasMark(afterSensitive);
  const side = (value: Json): Shown => {
    if (value === undefined || value === null) return { is: 'absent' };
    return isHidden ? { is: 'sensitive' } : { is: 'value', text: textOf(value, path, shown) };
  };
  return { path, before: side(before), after: hasMark(unknown) ? { is: 'unknown' } : side(after) };
}

const textOf = (value: Json, path: string, shown: Blanking) =>
  path === 'url'
    ? JSON.stringify(withoutPath(value, shown))
    : shortened(JSON.stringify(cleaned(value, shown, 0)), 1000);

/** The path of an endpoint’s address may hold a token of the receiver. */
function withoutPath(url: Json, shown: Blanking): string {
  const host = shownHost(url);
  if (host === undefined || typeof url !== 'string') return '…';
  const { protocol, pathname, search } = new URL(url);
  const rest = pathname === '/' && search === '' ? '' : '/…';
  return `${shown.text(protocol)}//${shown.host(host)}${rest}`;
}

const deepest = 20;

function cleaned(value: Json, shown: Blanking, depth: number): Json {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = shown.text(String(value));
    return text === String(value) ? value : text;
  }
  if (depth === deepest) return '…';
  if (Array.isArray(value)) return value.slice(0, 100).map(part => cleaned(part, shown, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [shown.text(name), cleaned(part, shown, depth + 1)]),
  );
}
