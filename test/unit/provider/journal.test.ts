import { spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  firstLine,
  type Intent,
  intentLine,
  readPages,
  stepLine,
} from '../../../src/provider/creation/journal/entry';
import { Journal } from '../../../src/provider/creation/journal/journal';
import { JournalFile } from '../../../src/provider/creation/journal/journal-file';
import { locateJournal } from '../../../src/provider/creation/journal/location';
import { isAlive, thisProcess } from '../../../src/provider/creation/journal/owner';

const intent: Intent = {
  resource: 'svc_webhook_endpoint',
  likeness: 'abc',
  before: ['wh_1'],
  isComplete: true,
};
const gone = { host: 'elsewhere.invalid', pid: 1, started: '1' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-journal-'));
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  rmSync(folder, { recursive: true });
});

const opened: { close(): Promise<void> }[] = [];
/** Closed after the test, as the provider does when Terraform takes its leave. */
const opening = <Closable extends { close(): Promise<void> }>(closable: Closable) => {
  opened.push(closable);
  return closable;
};

const location = () => ({ data: folder, folder: join(folder, 'svc-journal'), prefix: 'x-' });
const written = () => {
  const [name = ''] = readdirSync(location().folder);
  return join(location().folder, name);
};
/** A journal whose writer is gone. */
const leftBehind = async (...lines: readonly string[]) => {
  const file = opening(await JournalFile.create(location()));
  writeFileSync(file.path, firstLine(gone) + lines.join(''));
  return opening(new Journal(location()));
};

describe('a journal', () => {
  it('is made by the first creation, not by a plan', async () => {
    const journal = opening(new Journal(location()));
    expect(await journal.left()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    await journal.begin(intent);
    expect(readdirSync(folder)).toEqual(['svc-journal']);
  });

  it('is readable by its user alone', async () => {
    await opening(new Journal(location())).begin(intent);
    expect(statSync(written()).mode & 0o777).toBe(0o600);
    expect(statSync(location().folder).mode & 0o777).toBe(0o700);
  });

  it('has each step on the disk when its writer goes on', async () => {
    const entry = await opening(new Journal(location())).begin(intent);
    const steps = () => readPages(readFileSync(written(), 'utf8'))?.entries[0];
    expect(steps()).toMatchObject({ intent, step: 'intended' });
    await entry.made('wh_2');
    expect(steps()).toMatchObject({ id: 'wh_2', step: 'made' });
    entry.mark('answering');
    expect(steps()).toMatchObject({ id: 'wh_2', step: 'answering' });
    entry.mark('unheard');
    expect(steps()).toMatchObject({ id: 'wh_2', step: 'unheard' });
  });

  it('keeps the entries of creations at the same time apart', async () => {
    const journal = opening(new Journal(location()));
    const entries = await Promise.all(Array.from({ length: 50 }, () => journal.begin(intent)));
    await Promise.all(entries.map((entry, index) => entry.made(`wh_${index}`)));
    const read = readPages(readFileSync(written(), 'utf8'));
    expect(read?.entries.map(({ id }) => id)).toEqual(entries.map((_, index) => `wh_${index}`));
  });

  it.each([
    ['cut off in the middle of a line', `${intentLine(1, intent)}{"number":1,"st`, 1],
    ['with lines of a later version', `${intentLine(1, intent)}{"number":1,"step":"dancing"}\n[]\n7\n`, 1],
    ['that holds something else', 'no journal at all', 0],
  ])('%s is read as far as it goes', async (_, text, entries) => {
    const journal = await leftBehind(text);
    expect(await journal.left()).toHaveLength(entries);
  });

  it('of a process that is gone is removed with its last open entry', async () => {
    const journal = await leftBehind(
      intentLine(1, intent),
      intentLine(2, intent),
      stepLine(2, 'made', 'wh_2'),
    );
    const [first, second] = await journal.left();
    if (!first || !second) throw new Error('two entries were left');
    journal.mark(first, 'closed');
    expect(await opening(new Journal(location())).left()).toMatchObject([
      { id: 'wh_2', isOwnerAlive: false },
    ]);
    journal.mark(second, 'closed');
    expect(readdirSync(location().folder)).toEqual([]);
  });

  it('with nothing open is removed by whoever looks', async () => {
    const journal = await leftBehind(intentLine(1, intent), stepLine(1, 'closed'));
    expect(await journal.left()).toEqual([]);
    expect(readdirSync(location().folder)).toEqual([]);
  });

  it('of a living process stays, and is told as such', async () => {
    const file = opening(await JournalFile.create(location()));
    await file.begin(intent);
    appendFileSync(file.path, stepLine(1, 'closed') + intentLine(2, intent));
    expect(await opening(new Journal(location())).left()).toMatchObject([{ number: 2, isOwnerAlive: true }]);
  });
});

describe('the owner of a journal', () => {
  it('is alive while its process is, and not when another process has its number', async () => {
    const owner = await thisProcess();
    expect(await isAlive(owner)).toBe(true);
    expect(await isAlive({ ...owner, started: '1' })).toBe(false);
    expect(await isAlive({ ...owner, host: 'elsewhere.invalid' })).toBe(false);
  });

  it('is gone when its process has ended', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    const { pid = 0 } = child;
    await new Promise(resolve => child.once('close', resolve));
    expect(await isAlive({ ...(await thisProcess()), pid })).toBe(false);
  });
});

describe('the place of a journal', () => {
  const url = 'https://api.example';
  const prefixOf = async (environment: Record<string, string>, baseUrl = url) =>
    locateJournal({ TF_DATA_DIR: folder, ...environment }, baseUrl).prefix;

  it("is in Terraform's data directory", async () => {
    expect(locateJournal({ TF_DATA_DIR: folder }, url).folder).toBe(join(folder, 'svc-journal'));
    expect(locateJournal({}, url).folder).toBe(join(process.cwd(), '.terraform', 'svc-journal'));
  });

  it('is the same for the same workspace, however it was chosen, and for the same platform', async () => {
    const chosen = await prefixOf({ TF_WORKSPACE: 'staging' });
    writeFileSync(join(folder, 'environment'), 'staging');
    expect(await prefixOf({})).toBe(chosen);
    expect(await prefixOf({}, `${url}/`)).toBe(chosen);
  });

  it('differs for another workspace and for another platform', async () => {
    const places = [{}, { TF_WORKSPACE: 'staging' }].flatMap(environment =>
      [url, 'https://eu.api.example'].map(baseUrl => prefixOf(environment, baseUrl)),
    );
    expect(new Set(await Promise.all(places)).size).toBe(4);
  });
});
