import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { namesIn } from '../../provider/creation/journal/journal';
import { isNote, readNote } from '../../provider/creation/journal/plan-note';
import type { Takeover } from '../../report/judge/takeover';

type Environment = Readonly<Record<string, string | undefined>>;

/** Terraform writes a saved plan right after its providers have exited, milliseconds. */
const writtenWithin = 10 * 60 * 1000;
/** A file system may store times in whole seconds, milliseconds. */
const coarseness = 1000;

/**
 * Returns the objects of interrupted runs that the apply of a saved plan takes over. The plan run has noted them in its
 * journal: in SVC_JOURNAL_DIR, or in Terraform’s data folder beside the plan or here. Undefined if no journal has a note
 * from the minutes before the plan was written, for example on another machine.
 */
export async function takeoversOf(
  file: string,
  environment: Environment,
): Promise<readonly Takeover[] | undefined> {
  const plan = resolve(file);
  const written = writtenAt(plan);
  const isOfPlan = (path: string) => {
    const age = written - writtenAt(path);
    return age >= -coarseness && age <= writtenWithin;
  };
  const notes = foldersFor(plan, environment)
    .flatMap(folder =>
      namesIn(folder)
        .filter(isNote)
        .map(name => join(folder, name)),
    )
    .filter(isOfPlan);
  if (notes.length === 0) return undefined;
  return [...new Set(notes.flatMap(path => readNote(path).taken ?? []))].map(takeoverOf);
}

function foldersFor(plan: string, { SVC_JOURNAL_DIR, TF_DATA_DIR }: Environment): readonly string[] {
  if (SVC_JOURNAL_DIR) return [resolve(SVC_JOURNAL_DIR)];
  const data = TF_DATA_DIR || '.terraform';
  return [...new Set([resolve(dirname(plan), data), resolve(data)])].map(folder =>
    join(folder, 'svc-journal'),
  );
}

function writtenAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;
}

function takeoverOf(name: string): Takeover {
  const [resource = '', id = ''] = name.split(' ');
  return { resource, id };
}
