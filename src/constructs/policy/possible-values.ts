import type { Value } from '../origins/value';
import { anyOf, known, mapped, type Names, type Possible, type Rotation, unknown } from './rules/facts';

/**
 * Returns the texts that a value can be. A number or boolean is a text, as in Terraform.
 *
 * @internal
 */
export function textsIn(value: Value): Possible<string | undefined> {
  switch (value.kind) {
    case 'literal':
      return value.constant === undefined ? unknown : known(String(value.constant));
    case 'nothing':
      return known(undefined);
    case 'either':
      return anyOf(value.choices.map(textsIn));
    default:
      return unknown;
  }
}

/** @internal */
export function booleansIn(value: Value): Possible<boolean | undefined> {
  return mapped<string | undefined, boolean | undefined>(textsIn(value), text => {
    if (text === undefined) return known(undefined);
    return text === 'true' || text === 'false' ? known(text === 'true') : unknown;
  });
}

function numbersIn(value: Value): Possible<number | undefined> {
  return mapped<string | undefined, number | undefined>(textsIn(value), text => {
    if (text === undefined) return known(undefined);
    const number = text.trim() === '' ? Number.NaN : Number(text);
    return Number.isNaN(number) ? unknown : known(number);
  });
}

/**
 * Returns the sets of names that a value can be.
 *
 * @internal
 */
export function namesIn(value: Value): Possible<Names | undefined> {
  switch (value.kind) {
    case 'list': {
      const { items, others, complete } = value;
      const all = others === undefined ? items : [...items, others];
      return known({ items: all.map(namesOfItem), isComplete: complete && others === undefined });
    }
    case 'nothing':
      return known(undefined);
    case 'either':
      return anyOf(value.choices.map(namesIn));
    default:
      return unknown;
  }
}

function namesOfItem(item: Value): Possible<string> {
  return mapped<string | undefined, string>(textsIn(item), text =>
    text === undefined ? { values: [], isComplete: true } : known(text),
  );
}

/** @internal */
export function rotationsIn(value: Value): Possible<Rotation | undefined> {
  switch (value.kind) {
    case 'object':
      return known({
        afterDays: numbersIn(attributeOf(value, 'after_days')),
        hasTriggers: entriesIn(attributeOf(value, 'triggers')),
      });
    case 'list': {
      const [first, ...others] = value.items;
      return first !== undefined && others.length === 0 && value.complete ? rotationsIn(first) : unknown;
    }
    case 'nothing':
      return known(undefined);
    case 'either':
      return anyOf(value.choices.map(rotationsIn));
    default:
      return unknown;
  }
}

/** Returns an attribute; null if the object certainly lacks it. */
function attributeOf({ attributes, complete, others }: Value & { kind: 'object' }, name: string): Value {
  const absent: Value = { kind: complete && others === undefined ? 'nothing' : 'outside' };
  return attributes.get(name)?.() ?? absent;
}

function entriesIn(value: Value): Possible<boolean> {
  switch (value.kind) {
    case 'object':
      if (value.attributes.size > 0) return known(true);
      return value.complete && value.others === undefined ? known(false) : unknown;
    case 'nothing':
      return known(false);
    case 'either':
      return anyOf(value.choices.map(entriesIn));
    default:
      return unknown;
  }
}
