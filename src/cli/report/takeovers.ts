import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readPages } from '../../provider/creation/journal/entry';
import { isSavedAs } from '../../provider/creation/journal/saved-plan';
import type { Takeover } from '../../report/judge/takeover';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the objects of interrupted runs that the apply of a saved plan takes over. The plan run has noted them in its
 * journal: in SVC_JOURNAL_DIR, or in Terraform’s data folder beside the plan or here. Undefined if no journal has this
 * plan, for example on another machine.
 */
export async function takeoversOf(
  file: string,
  environment: Environment,
): Promise<readonly Takeover[] | undefined> {
  const plan = resolve(file);
  const texts = await Promise.all(foldersFor(plan, environment).map(journalIn));
  const records = texts.flat().flatMap(text => readPages(text)?.plan ?? []);
  const own = records.filter(record => record.file === plan && isSavedAs(record));
  if (own.length === 0) return undefined;
  const names = new Set(own.flatMap(({ takenOver = [] }) => takenOver));
  return [...names].map(takeoverOf);
}

function foldersFor(plan: string, { SVC_JOURNAL_DIR, TF_DATA_DIR }: Environment): readonly string[] {
  if (SVC_JOURNAL_DIR) return [resolve(SVC_JOURNAL_DIR)];
  const data = TF_DATA_DIR || '.terraform';
  return [...new Set([resolve(dirname(plan), data), resolve(data)])].map(folder =>
    join(folder, 'svc-journal'),
  );
}

async function journalIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter(name => name.endsWith('.jsonl')).map(name => join(folder, name));
  return Promise.all(files.map(path => readFile(path, 'utf8').catch(() => '')));
}

function takeoverOf(name: string): Takeover {
  const [resource = '', id = ''] = name.split(' ');
  return { resource, id };
}
