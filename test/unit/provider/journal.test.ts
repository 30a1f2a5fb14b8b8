import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lines, type RunRecord, readPages } from '../../../src/provider/creation/journal/entry';
import { Journal, journalFolder } from '../../../src/provider/creation/journal/journal';
import { identityOf, livenessOf, type ProcessIdentity } from '../../../src/provider/creation/journal/owner';
import { dataDirectory } from '../../../src/provider/creation/journal/run';
import { intentOf } from './creation-fixture';

const intent = intentOf('svc_webhook_endpoint');

const url = 'https://api.example';
let folder: string;
let here: ProcessIdentity;
const opened: Journal[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-journal-'));
  here = await identityOf(process.pid);
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.dispose();
  rmSync(folder, { recursive: true });
});

const journalIn = (inside = folder) => {
  const journal = new Journal({
    folder: join(inside, 'svc-journal'),
    platform: `${url}/`,
    now: () => Date.now(),
  });
  opened.push(journal);
  return journal;
};
const runOf = (owner: ProcessIdentity): RunRecord => ({
  platform: url,
  directory: folder,
  data: folder,
  owner,
  terraform: owner,
  place: 'here',
  placeName: 'local state',
  credential: 'digest',
  isWhole: true,
  at: new Date().toISOString(),
});
const begin = (journal: Journal, failed: (error: unknown) => void = error => expect(error).toBeUndefined()) =>
  journal.begin(runOf(here), intent, failed);
const journals = () => readdirSync(join(folder, 'svc-journal'));
const written = () => readFileSync(join(folder, 'svc-journal', journals()[0] ?? ''), 'utf8');
const leave = (owner: ProcessIdentity, ...text: readonly string[]) => {
  mkdirSync(join(folder, 'svc-journal'), { recursive: true });
  writeFileSync(join(folder, 'svc-journal', 'x-1-past.jsonl'), lines.run(runOf(owner)) + text.join(''));
};

describe('a journal', () => {
  it('is made by the first creation, not by a plan without one', async () => {
    const journal = journalIn();
    expect(await journal.read()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    await begin(journal);
    expect(readdirSync(folder)).toEqual(['svc-journal']);
  });

  it('is readable by its user alone', async () => {
    await begin(journalIn());
    expect(statSync(join(folder, 'svc-journal')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'svc-journal', journals()[0] ?? '')).mode & 0o777).toBe(0o600);
  });

  it('has each step on disk before its writer continues', async () => {
    const entry = await begin(journalIn());
    const read = () => readPages(written())?.entries[0];
    expect(read()).toMatchObject({ intent, isClosed: false });
    await entry.answered('wh_2');
    expect(read()).toMatchObject({ id: 'wh_2', isClosed: false });
    entry.close();
    expect(read()).toMatchObject({ id: 'wh_2', isClosed: true });
  });

  it('keeps the entries of creations at the same time apart', async () => {
    const journal = journalIn();
    const entries = await Promise.all(Array.from({ length: 50 }, () => begin(journal)));
    await Promise.all(entries.map((entry, index) => entry.answered(`wh_${index}`)));
    expect(readPages(written())?.entries.map(({ id }) => id)).toEqual(
      entries.map((_, index) => `wh_${index}`),
    );
  });

  it('that can no longer be written causes a warning, and no failure', async () => {
    const journal = journalIn();
    const failures: unknown[] = [];
    const entry = await begin(journal, error => failures.push(error));
    await journal.dispose();
    opened.splice(0);
    await entry.answered('wh_2');
    entry.close();
    expect(failures).toHaveLength(2);
  });

  // A system that takes a part of a line reports no error, and a library that stops there loses the line.
  it('on a disk that is nearly full says which lines are lost, and goes on with whole lines', async context => {
    context.skip(spawnSync('prlimit', ['--version']).error !== undefined, 'prlimit of util-linux is missing');
    const program = `
      const { JournalFile } = require(${JSON.stringify(resolve('src/provider/creation/journal/journal-file'))});
      const limited = bytes => require('node:child_process').execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=' + bytes]);
      const [run, intent, folder] = JSON.parse(process.argv[1]);
      (async () => {
        const file = JournalFile.create(folder, run, 'unique');
        const failures = [];
        const begin = () => file.begin(intent, ({ code }) => failures.push(code));
        const bytes = require('node:fs').statSync(file.path).size;
        limited(bytes + 20 + ':');
        await begin();
        limited('unlimited:');
        const entry = await begin();
        await entry.answered('wh_2');
        console.log(JSON.stringify({ failures, path: file.path }));
      })();`;
    const given = JSON.stringify([runOf(here), intent, folder]);
    const loader = resolve('node_modules/tsx/dist/loader.mjs');
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', loader, '--eval', program, '--', given],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    const { failures, path } = JSON.parse(stdout);
    expect(failures).toEqual(['EFBIG']);
    expect(readPages(readFileSync(path, 'utf8'))?.entries).toMatchObject([{ number: 2, id: 'wh_2' }]);
  });

  it('below a folder where nothing can be made is an error at once', () => {
    const journal = new Journal({
      folder: '/proc/nope/journal',
      now: () => Date.now(),
    });
    expect(() => begin(journal)).toThrow(/ENOENT/);
  });

  it('that cannot be made is an error of the file system', async () => {
    chmodSync(folder, 0o700);
    writeFileSync(join(folder, 'svc-journal'), 'a file in place of the folder');
    expect(() => begin(journalIn())).toThrow(/EEXIST|ENOTDIR/);
  });

  it.each([
    ['cut off in the middle of a line', `${lines.intent(1, intent)}{"number":1,"clo`, 1],
    ['with lines of a later version', `${lines.intent(1, intent)}{"number":1,"dancing":true}\n[]\n7\n`, 1],
    ['that holds something else', 'no journal at all', 0],
  ])('%s is read as far as it goes', async (_, text, entries) => {
    leave({ ...here, started: '1' }, text);
    expect(await journalIn().read()).toHaveLength(entries);
  });

  it('of a process that is gone is removed with its last open entry', async () => {
    leave(
      { ...here, started: '1' },
      lines.intent(1, intent),
      lines.intent(2, intent),
      lines.answered(2, 'wh_2'),
    );
    const journal = journalIn();
    const [first, second] = await journal.read();
    if (!first || !second) throw new Error('two entries were left');
    journal.close(first);
    expect(await journalIn().read()).toMatchObject([{ id: 'wh_2', standing: 'cut off' }]);
    journal.close(second);
    expect(journals()).toEqual([]);
  });

  it.each<[string, () => ProcessIdentity, string, string]>([
    ['whose process runs', () => here, '', 'alive'],
    ['whose process is gone', () => ({ ...here, started: '1' }), '', 'cut off'],
    ['whose process ended in order', () => ({ ...here, started: '1' }), lines.ended(), 'ended'],
    ['of another host', () => ({ ...here, host: 'elsewhere.invalid', boot: 'another' }), '', 'unknown'],
    ['of another PID namespace', () => ({ ...here, namespace: 'pid:[1]' }), '', 'unknown'],
    ['of this machine before its last start', () => ({ ...here, boot: 'another' }), '', 'cut off'],
  ])('%s shows the state of its run', async (_, owner, end, standing) => {
    leave(owner(), lines.intent(1, intent), end);
    expect(await journalIn().read()).toMatchObject([{ standing }]);
  });
});

describe('the plan of an apply', () => {
  const saved = (file: string, ended: number) =>
    lines.plan({ file, ended, isWhole: true, shown: [], wanted: [] });
  const record = (name: string, file: string, ended: number) => {
    mkdirSync(join(folder, 'svc-journal'), { recursive: true });
    const terraform = { ...here, started: name };
    const run = lines.run({ ...runOf(here), terraform });
    writeFileSync(join(folder, 'svc-journal', `x-1-${name}.jsonl`), run + saved(file, ended));
  };

  it('is recognised by its file, but not after another file replaced it', async () => {
    const [whole, partial] = ['p', 'q'].map(name => join(folder, name));
    record('whole', whole ?? '', Date.now() - 5000);
    writeFileSync(whole ?? '', 'a plan');
    utimesSync(whole ?? '', new Date(), new Date(Date.now() - 4900));
    const journal = journalIn();
    await journal.read();
    expect(journal.planOf(undefined, whole)).toHaveLength(1);
    record('partial', partial ?? '', Date.now() - 1000);
    writeFileSync(whole ?? '', 'the other plan');
    await journal.read();
    expect(journal.planOf(undefined, whole)).toEqual([]);
  });
});

describe('a process', () => {
  it('is gone after its end, also if another one has its number', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    const identity = await identityOf(child.pid ?? 0);
    await new Promise(resolve => child.once('close', resolve));
    expect(await livenessOf(identity)).toBe('gone');
    expect(await livenessOf(here)).toBe('alive');
    expect(here.host).toBe(hostname());
  });
});

describe('the folder of a journal', () => {
  it("is in Terraform's data directory unless it is configured", () => {
    const data = dataDirectory({ TF_DATA_DIR: folder }, '/somewhere');
    expect(journalFolder({ data }, undefined)).toBe(join(folder, 'svc-journal'));
    expect(journalFolder({ data }, '/volume/journal')).toBe('/volume/journal');
    expect(dataDirectory({}, folder)).toBe(join(folder, '.terraform'));
  });

  it('holds the entries of each platform apart', async () => {
    leave({ ...here, started: '1' }, lines.intent(1, intent));
    expect(await journalIn().read()).toHaveLength(1);
    const other = new Journal({
      folder: join(folder, 'svc-journal'),
      platform: 'https://eu.api.example',
      now: Date.now,
    });
    expect(await other.read()).toEqual([]);
  });
});
