import { parseList } from '../collections/parse-list';
import type { CollectionTypes, Issue, Making, SandboxCollection } from '../collections/sandbox-collection';
import { Collection, type Page } from './collection';

/** The objects of one collection on this platform. */
export interface ObjectCollection<Types extends CollectionTypes> {
  readonly definition: SandboxCollection<Types>;
  get(id: string): Types['stored'] | undefined;
  all(): readonly Types['stored'][];
  /** Returns the object whose unique field has this value. */
  withValue(value: string): Types['stored'] | undefined;
  /** Creates an object, and sets the values that only the platform sets: an id, times, the value of a key. */
  create(request: Types['request']): Types['stored'];
  /** @throws {Error} if there is no such object */
  change(id: string, change: Types['change']): Types['stored'];
  replace(stored: Types['stored']): void;
  /** Returns true if there was such an object. */
  remove(id: string): boolean;
  clear(): void;
  page(after: number | undefined, limit: number): Page<Types['stored']>;
  hideNewestFromLists(walks: number): void;
  showAll(): void;
  /** Adds the objects of a data file, unless it has a fault. */
  restore(saved: unknown): readonly Issue[];
  /** Creates the objects of a seed, unless it has a fault. */
  plant(seed: unknown): readonly Issue[];
}

/** @param changed called after every change */
export function createObjects<Types extends CollectionTypes>(
  definition: SandboxCollection<Types>,
  making: Making,
  changed: () => void,
): ObjectCollection<Types> {
  const { uniqueField, behindTheBack } = definition;
  const idByValue = new Map<unknown, string>();
  const uniqueValue = (stored: Types['stored']) =>
    uniqueField === undefined ? undefined : Reflect.get(stored, uniqueField);
  const objects = new Collection<Types['stored']>((before, after) => {
    if (before !== undefined) idByValue.delete(uniqueValue(before));
    if (after !== undefined) idByValue.set(uniqueValue(after), after.id);
    changed();
  });
  const create = (request: Types['request']) => {
    const stored = definition.make(request, making);
    objects.add(stored);
    return stored;
  };
  return {
    definition,
    get: id => objects.get(id),
    all: () => objects.all(),
    withValue: value => objects.get(idByValue.get(value) ?? ''),
    create,
    change(id, change) {
      const stored = objects.get(id);
      if (stored === undefined) throw new Error(`The sandbox has no ${id}.`);
      const changed = { ...stored, ...withoutUndefined(change) };
      objects.replace(changed);
      return changed;
    },
    replace: stored => objects.replace(stored),
    remove: id => objects.remove(id),
    clear: () => objects.clear(),
    page: (after, limit) => objects.page(after, limit),
    hideNewestFromLists: walks => objects.hideNewestFromLists(walks),
    showAll: () => objects.showAll(),
    restore(saved) {
      const unique = uniqueField === undefined ? ['id'] : ['id', uniqueField];
      const { values, issues } = parseList(saved, definition.saved, { unique });
      if (issues.length === 0) for (const stored of values) objects.add(stored);
      return issues;
    },
    plant(seed) {
      const { values, issues } = parseList(seed, behindTheBack?.creation ?? definition.creation, {
        unique: ['id'],
      });
      if (issues.length === 0) for (const request of values) create(request);
      return issues;
    },
  };
}

function withoutUndefined(change: object): object {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
