import type { Warn } from '../../plugin/define/context';
import type { Findable } from './creatable';
import type { Journal, LeftEntry } from './journal/journal';
import type { KnownObjects } from './known-objects';
import { lookThrough } from './look-alikes';
import { importCommand, UnresolvedCreation, UnseenObject, unresolved } from './unresolved';

/** How long another process is waited for at most, milliseconds: longer than one request may usually take. */
const patience = 45_000;
const pollEvery = 100;

export interface EarlierCreationsOptions {
  readonly journal: Journal;
  readonly known: KnownObjects;
  /** Resolves after so many milliseconds; rejects when Terraform is interrupted. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** What earlier processes began to create and no state has shown since. */
export class EarlierCreations {
  constructor(private readonly options: EarlierCreationsOptions) {}

  /** Says what an interrupted apply left: whoever removed its resource from the configuration learns it here only. */
  warnOfAll(warn: Warn): void {
    for (const entry of this.options.journal.entries()) {
      if (!entry.isOwnerAlive && entry.step !== 'answering') warn(...interrupted(entry));
    }
  }

  /**
   * Closes what a stored state shows. An entry without an id is closed by an object that looks the same, was not
   * there before, and was made by no other entry: somebody has imported it.
   */
  settle(resource: string, id: string, likeness: () => string): void {
    const { journal } = this.options;
    const isOfResource = ({ intent }: LeftEntry) => intent.resource === resource;
    const shown = journal.entriesOf(id).filter(isOfResource);
    for (const entry of shown) this.close(entry);
    if (shown.length > 0 || journal.knows(id)) return;
    const entries = journal.entriesWithoutId().filter(isOfResource);
    if (entries.length > 0) this.settleByLikeness(entries, id, likeness());
  }

  /** Open entries that look like this, once no living process is at work on one. */
  async like({ noun, resource }: Findable, likeness: string): Promise<readonly LeftEntry[]> {
    for (let waited = 0; ; waited += pollEvery) {
      const left = await this.options.journal.left();
      const alike = left.filter(({ intent }) => intent.resource === resource && intent.likeness === likeness);
      const isBusy = alike.some(({ isOwnerAlive, step }) => isOwnerAlive && isUndecided(step));
      // What a living process has answered is another resource of the same run: nobody's business here.
      if (!isBusy) return alike.filter(entry => !entry.isOwnerAlive || entry.step === 'unheard');
      if (waited >= patience)
        throw new UnresolvedCreation(`${noun}: another process is still creating the same.`);
      await this.options.sleep(pollEvery);
    }
  }

  /**
   * The id of the object that the entry left, in no state for certain; undefined when it left none.
   * @throws {UnresolvedCreation} @throws {UnseenObject}
   */
  async objectOf(entry: LeftEntry, findable: Findable): Promise<string | undefined> {
    if (entry.id === undefined) return this.findObject(entry, findable);
    if (entry.step !== 'answering') return entry.id;
    if (await findable.exists(entry.id)) throw new UnseenObject(unseen(findable, entry.id));
    return undefined;
  }

  close(entry: LeftEntry): void {
    this.options.journal.mark(entry, 'closed');
  }

  private settleByLikeness(entries: readonly LeftEntry[], id: string, likeness: string): void {
    const imported = entries.find(
      ({ intent, step }) =>
        intent.likeness === likeness &&
        !intent.before.includes(id) &&
        (intent.isComplete || step === 'contested'),
    );
    if (imported !== undefined) this.close(imported);
  }

  private async findObject(entry: LeftEntry, findable: Findable): Promise<string | undefined> {
    const { journal, known } = this.options;
    const { before, likeness, isComplete } = entry.intent;
    const after = await lookThrough(findable);
    const ids = after
      .idsLike(likeness)
      .filter(id => !before.includes(id) && !known.has(id) && !journal.knows(id));
    if (ids.length === 0 && after.isComplete) return undefined;
    const isProved = isComplete && after.isComplete && entry.step !== 'contested' && ids.length === 1;
    if (isProved) return ids[0];
    if (ids.length > 0 && entry.step !== 'contested') journal.mark(entry, 'contested');
    const circumstance = `An interrupted apply may have created it (${entry.path} remembers).`;
    throw unresolved(circumstance, { ...findable, ids, isComplete: isComplete && after.isComplete });
  }
}

const isUndecided = (step: LeftEntry['step']) => step === 'intended' || step === 'made';

function interrupted({ intent, id, path }: LeftEntry): [summary: string, detail: string] {
  const { resource } = intent;
  const what = id === undefined ? `a ${resource} that may exist` : `${resource} ${id}`;
  const way =
    id === undefined ? 'find it there and delete it' : `${importCommand(resource, id)}, or delete it there`;
  return [
    `Interrupted apply left ${what}`,
    `It is in no state. While its resource is in the configuration, the next apply takes care of it. If the resource ` +
      `is gone from the configuration: ${way}. ${path} remembers it; without that file, nothing does.`,
  ];
}

function unseen({ resource, noun }: Findable, id: string): string {
  return (
    `${noun} ${id}, which looks the same, was created by an earlier apply whose state was never stored. ` +
    `Import it: ${importCommand(resource, id)}. Or delete it there, and apply again.`
  );
}
