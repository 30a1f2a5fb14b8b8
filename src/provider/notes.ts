import type { PrivateNotes } from '../plugin/define/context';

/** A value in private state: the name and the text that Terraform stores. */
export interface Note<Value> {
  read(notes: PrivateNotes): Value | undefined;
  /** @param value undefined removes the note */
  write(notes: PrivateNotes, value: Value | undefined): void;
}

const note = <Value>(
  name: string,
  parse: (text: string) => Value,
  print: (value: Value) => string,
): Note<Value> => ({
  read(notes) {
    const text = notes.get(name);
    return text === undefined ? undefined : parse(text);
  },
  write: (notes, value) => notes.set(name, value === undefined ? undefined : print(value)),
});

const text = (name: string) => note<string>(name, String, String);
const mark = (name: string) => note(name, isMarked, () => 'yes');
const isMarked = (): true => true;
const lines = (name: string) => note(name, splitLines, all => all.join('\n'));
const splitLines = (all: string): readonly string[] => all.split('\n');

/** Attributes of an object, in the client's canonical form. */
export type Watched = Readonly<Record<string, unknown>>;

function parseObject(json: string): Watched {
  const values: unknown = JSON.parse(json);
  return typeof values === 'object' && values !== null ? { ...values } : {};
}

/** Returns the id of a key that is due, and its age in days. */
function parseDueKey(words: string) {
  const [id = '', age] = words.split(' ');
  return { id, age: Number(age) };
}

/** Names and forms are in users' states: who changes one reads the former, too. One about a key has its id. */
export const noted = {
  /**
   * Where the object was created or seen. A create writes it anew, an update of an imported object writes it, and
   * `-refresh-only` adds to it. Every call reads it. Stays with the object.
   */
  origins: lines('origins'),
  /**
   * Ids of tenants that the account of the object has shown. A create writes it anew; an update, and `-refresh-only`, write it
   * where it is missing. A read and a deletion that do not find the object read it. Stays with the object.
   */
  tenants: lines('tenants'),
  /** Values before drift. A refresh writes, reads and removes it; a create or an update removes it. */
  beforeDrift: note<Watched>('changed_elsewhere', parseObject, JSON.stringify),
  /**
   * The plan that sends a secret writes it; the next plan and the apply read it. An apply that has sent one, a create, and
   * a plan without updates remove it.
   */
  secretSent: mark('secret_sent'),
  /** The key is due. A refresh and an update write or remove it; plan and apply read it. */
  due: note('rotation_due', parseDueKey, ({ id, age }) => `${id} ${age}`),
  /** The previous key whose overlap has ended. Written and read at the same moments as `due`. */
  overlapEnded: text('overlap_ended'),
  /** The current key, which is gone while an earlier one works. A refresh writes or removes it, plan and apply read it, an update removes it. */
  gone: text('current_gone'),
  /** The provider's own key, if the plan would revoke it. The first plan of a replacement writes or removes it, the second reads it. */
  ownKey: text('own_key'),
  /** Fingerprint of an earlier key. A rotation writes it, guards read it, and it goes when the key works no more. */
  fingerprint: (id: string) => text(`fingerprint ${id}`),
} as const;
