import type { Warn } from '../../plugin/define/context';
import type { Findable } from './creatable';
import type { Journal, LeftEntry } from './journal/journal';
import type { TerraformRun } from './journal/terraform-run';
import { importCommand, listIds } from './unresolved';

/**
 * So many runs have to look in vain: a run that fails elsewhere, before it comes to an object, cannot be told from
 * one that looks at everything. Two in a row straight after the apply that created the object are rare.
 */
const runsInVain = 2;

export interface UnseenCreationsOptions {
  readonly journal: Journal;
  readonly terraformRun: () => Promise<TerraformRun | undefined>;
}

/**
 * Creations that were answered, and heard, but that no state shows: Terraform was lost before it stored its state.
 * As after every apply there are answered creations that no walk has come to yet, runs that look in vain are counted.
 */
export class UnseenCreations {
  private run: TerraformRun | undefined;
  private statePlace: string | undefined;
  private readonly imported = new Set<string>();

  constructor(private readonly options: UnseenCreationsOptions) {}

  /** Warns of what earlier runs did not see, and the platform still has. */
  async begun(warn: Warn, findables: readonly Findable[]): Promise<void> {
    if (this.answered().length === 0) return;
    const { journal, terraformRun } = this.options;
    [this.run, this.statePlace] = await Promise.all([terraformRun(), journal.statePlace()]);
    const missed = this.answered().filter(({ unseenIn }) => unseenIn.length >= runsInVain);
    await Promise.all(
      findables.map(async findable => {
        const ofKind = missed.filter(({ intent }) => intent.resource === findable.resource);
        const left = await this.stillThere(ofKind, findable);
        if (left.length > 0) warn(...inNoState(findable, left));
      }),
    );
  }

  /** The object is on its way into a state, and not there yet. */
  beingImported(resource: string, id: string): void {
    this.imported.add(id);
    const entry = this.answered().find(each => each.id === id && each.intent.resource === resource);
    if (entry !== undefined) this.options.journal.noteImported(entry);
  }

  /** A walk has come to its end without an error. Writes at once: the process ends. */
  walked(): void {
    const { run, statePlace, imported } = this;
    if (!run?.looksAtAll || !run.isThere()) return;
    for (const entry of this.answered()) {
      const isNew = !entry.unseenIn.includes(run.name) && !imported.has(entry.id ?? '');
      if (isNew && entry.statePlace === statePlace) this.options.journal.noteUnseen(entry, run.name);
    }
  }

  private answered(): readonly LeftEntry[] {
    return this.options.journal
      .entries()
      .filter(({ isOwnerAlive, step, id }) => !isOwnerAlive && step === 'answering' && id !== undefined);
  }

  /** What is gone from the platform needs nobody any more. A platform that cannot be asked proves nothing. */
  private async stillThere(entries: readonly LeftEntry[], findable: Findable): Promise<readonly LeftEntry[]> {
    const exist = await Promise.all(entries.map(({ id = '' }) => findable.exists(id).catch(() => true)));
    for (const [index, entry] of entries.entries())
      if (exist[index] === false) this.options.journal.mark(entry, 'closed');
    return entries.filter((_, index) => exist[index]);
  }
}

function inNoState(
  { noun, resource }: Findable,
  entries: readonly LeftEntry[],
): [summary: string, detail: string] {
  const ids = entries.map(({ id = '' }) => id);
  const [first = ''] = ids;
  const paths = [...new Set(entries.map(({ path }) => path))];
  return [
    `${noun} ${listIds(ids)} is in no state`,
    `An earlier apply created this ${resource}, but the state was never stored: the last ${runsInVain} runs that ` +
      'looked at all of the configuration have not seen it. (Runs with -target are not counted; one that failed ' +
      `before it came to the object is.) Import it: ${importCommand(resource, first)}. Or delete it there. Either ` +
      `ends this warning. ${paths.join(', ')} remembers it: if it is in good hands elsewhere, remove that file.`,
  ];
}
