import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it, onTestFinished, type TestContext, vi } from 'vitest';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import { lineOf, parseEntry } from '../../../src/provider/creation/journal/entry';
import { Journal, JournalOfOthers } from '../../../src/provider/creation/journal/journal';
import {
  identityOf,
  livenessOf,
  nameOfProcess,
  processOfName,
} from '../../../src/provider/creation/journal/owner';
import { findNote, leaveNote } from '../../../src/provider/creation/journal/plan-note';
import { journalFolder } from '../../../src/provider/creation/journal/run';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'svc-journal-'));
  folder = join(parent, 'svc-journal');
});

const intent = { resource: 'svc_api_key', digest: 'd', place: 'here', start: 1, idempotencyKey: 'k' };
const here = await identityOf(process.pid);
const alive = nameOfProcess(here);
const gone = nameOfProcess({ ...here, started: '1' });
const never = (error: unknown) => expect(error).toBeUndefined();
const written = () =>
  readdirSync(folder)
    .map(name => readFileSync(join(folder, name), 'utf8'))
    .join('');

/** A folder on a small disk of its own, until the end of the test. */
async function smallDisk(context: TestContext, options: string): Promise<string> {
  const disk = temporaryFolder(tmpdir(), 'svc-disk-');
  const run = promisify(execFile);
  const mounted = run('mount', ['-t', 'tmpfs', '-o', `size=16k,mode=700${options}`, 'tmpfs', disk]);
  const isMounted = await mounted.then(() => true).catch(() => false);
  if (!isMounted)
    context.skip('mounting takes root on a machine, and no command of this repository grants it');
  onTestFinished(async () => void (await run('umount', [disk])));
  return disk;
}

describe('an entry', () => {
  it('is one file, for its user alone, and exists before the request', async () => {
    const journal = new Journal(folder);
    await journal.read();
    expect(readdirSync(parent)).toEqual([]);
    const own = await journal.begin(alive, intent, never);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, readdirSync(folder)[0] ?? '')).mode & 0o777).toBe(0o600);
    await own.answered('key_1');
    await own.answered('key_1');
    expect(written()).toBe(`${lineOf(intent)}${lineOf({ id: 'key_1' })}`);
    await own.answered('key_2');
    expect(written()).toBe(`${lineOf(intent)}${lineOf({ id: 'key_1' })}${lineOf({ id: 'key_2' })}`);
    await journal.read();
    expect(journal.withId('key_2')).toHaveLength(1);
    own.close();
    expect(() => own.answered('key_3')).toThrow();
    await journal.read();
    expect([readdirSync(folder), journal.withId('key_2')]).toEqual([[], []]);
  });

  it.each([
    ['whole', lineOf(intent) + lineOf({ id: 'key_1' }), 'key_1', undefined],
    ['cut off in its id', `${lineOf(intent)}\n{"id":"ke`, undefined, undefined],
    ['marked after a broken line', `${lineOf(intent)}\n{"id${lineOf({ mark: 'left' })}`, undefined, 'left'],
    ['with lines of a later version', `${lineOf(intent)}\n{"more":1}`, undefined, undefined],
  ])('%s can be read', (_, text, id, mark) => {
    expect(parseEntry('x', text)).toMatchObject({ ...intent, id, mark });
  });

  it.each(['', '{"resource":"svc', '[]', 'null', '{"resource":1}'])('%j is no entry', text => {
    expect(parseEntry('x', text)).toBeUndefined();
  });

  it('belongs to the first process that claims it, which its name then says', async () => {
    await new Journal(folder).begin(gone, intent, never);
    const [one, other] = [new Journal(folder), new Journal(folder)];
    for (const journal of [one, other]) await journal.read();
    const [[entry], [same]] = [one.all(), other.all()];
    expect(one.standing(entry ?? expect.fail())).toBe('gone');
    expect(one.claim(alive, entry ?? expect.fail(), never)).toBeDefined();
    expect(one.all()).toEqual([]);
    expect(other.claim(alive, same ?? expect.fail(), never)).toBeUndefined();
    await other.read();
    expect(other.all().map(each => other.standing(each))).toEqual(['alive']);
  });

  it('is of a process that may end, which the next reading finds', async () => {
    const child = execFile('sleep', ['60']);
    const journal = new Journal(folder);
    const owners = [nameOfProcess(await identityOf(child.pid ?? 0)), gone];
    for (const owner of owners) await journal.begin(owner, intent, never);
    for (const standing of ['alive', 'gone']) {
      await journal.read();
      expect(
        journal
          .all()
          .map(each => journal.standing(each))
          .sort(),
      ).toEqual([standing, 'gone']);
      child.kill();
      await vi.waitFor(() => expect(child.signalCode).toBe('SIGTERM'));
    }
  });
});

describe('the folder', () => {
  it('is refused if others can write it', () => {
    mkdirSync(folder);
    chmodSync(folder, 0o770);
    expect(() => new Journal(folder)).toThrow(JournalOfOthers);
    chmodSync(folder, 0o755);
    expect(new Journal(folder).all()).toEqual([]);
  });

  it('is refused if another user owns it', context => {
    if (process.getuid?.() !== 0)
      context.skip('only root can give a folder to another user: npm test as root runs it');
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, 12345, 12345);
    expect(() => new Journal(folder)).toThrow(JournalOfOthers);
  });

  it('can be written if it is there and its disk is not read-only', async context => {
    expect(new Journal(folder).isWritable).toBe(false);
    mkdirSync(folder, { mode: 0o700 });
    expect(new Journal(folder).isWritable).toBe(true);
    expect(new Journal(await smallDisk(context, ',ro')).isWritable).toBe(false);
  });

  it('on a full disk costs the protection, not the object, and keeps no empty file', async context => {
    const disk = await smallDisk(context, '');
    expect(() => writeFileSync(join(disk, 'filler'), Buffer.alloc(64 * 1024))).toThrow('ENOSPC');
    const failures: unknown[] = [];
    await new Journal(disk).begin(alive, intent, error => failures.push(error));
    expect(failures).toMatchObject([{ code: 'ENOSPC' }]);
    expect(readdirSync(disk)).toEqual(['filler']);
  });

  it('with a file in its place costs the protection, not the object', async () => {
    const failures: unknown[] = [];
    writeFileSync(folder, 'a file');
    const journal = new Journal(folder);
    await journal.read();
    const own = await journal.begin(alive, intent, error => failures.push(error));
    await own.answered('key_1');
    own.close();
    expect(own.id).toBe('key_1');
    expect(failures).toHaveLength(1);
  });

  it('other files in it are no entries', async () => {
    mkdirSync(folder, { mode: 0o700 });
    for (const name of ['a.json', 'a.b.c.json', 'x.jsonl', '_E0_A4_A__b__n__1__1.b.json'])
      writeFileSync(join(folder, name), lineOf(intent));
    const journal = new Journal(folder);
    await journal.read();
    expect(journal.all().map(entry => journal.standing(entry))).toEqual(['unknown']);
  });

  it.each([
    [undefined, {}, '/a/.terraform/svc-journal'],
    [undefined, { TF_DATA_DIR: 'data' }, '/a/data/svc-journal'],
    ['kept', {}, '/a/kept'],
    ['/kept', {}, '/kept'],
  ])('%s with %j is %s', (configured, environment, expected) => {
    expect(journalFolder(environment, '/a', configured)).toBe(expected);
  });
});

describe('the note of a plan', () => {
  const command = {
    name: 'apply',
    isWhole: true,
    mayCreate: true,
    mode: 'normal',
    hasPlanFile: false,
    stateOption: undefined,
  } as const;
  const run = { owner: alive, terraform: 't1', place: 'here', command };
  const note = {
    isWhole: true,
    planned: [['svc_api_key', 'd']] as const,
    seen: ['wh_1'],
    named: [],
    taken: ['key_1'],
  };

  it.each([
    ['the applying process of the same Terraform', {}, true],
    ['the planning process of another one', { terraform: 't2' }, false],
    ['the apply of a saved plan', { terraform: 't2', command: { ...command, hasPlanFile: true } }, true],
    ['that of another place', { place: 'there', command: { ...command, hasPlanFile: true } }, false],
  ])('is found by %s: %s', (_, changes, isFound) => {
    leaveNote(folder, run, note);
    expect(findNote(folder, { ...run, ...changes })).toEqual(isFound ? note : undefined);
  });

  it('goes with the next plan of the same place', () => {
    leaveNote(folder, run, note);
    writeFileSync(join(folder, 'plan.here.t1.of another block'), '');
    leaveNote(folder, { ...run, terraform: 't2' }, note);
    leaveNote(folder, { ...run, place: 'there' }, note);
    expect(readdirSync(folder)).toHaveLength(2);
    const other = { ...note, planned: [], seen: ['wh_2'], named: ['wh_3'], taken: [] };
    writeFileSync(join(folder, 'plan.here.t2.of another block'), JSON.stringify(other));
    const both = { ...note, seen: ['wh_1', 'wh_2'], named: ['wh_3'] };
    expect(findNote(folder, { ...run, terraform: 't2' })).toEqual(both);
    writeFileSync(join(folder, 'plan.here.t2.of a block that was cut off'), '{"isWhole":tr');
    expect(findNote(folder, { ...run, terraform: 't2' })).toEqual({ ...both, isWhole: false });
    leaveNote(folder, { ...run, terraform: 't2' }, note);
    expect(readdirSync(folder)).toHaveLength(4);
  });
});

describe('a process', () => {
  it.each([
    ['that runs', {}, 'alive'],
    ['whose number another one has now', { started: '1' }, 'gone'],
    ['of an earlier boot', { boot: 'another' }, process.platform === 'linux' ? 'gone' : 'alive'],
    ['of another host', { host: 'elsewhere.example', boot: 'another' }, 'unknown'],
    ['of another namespace', { namespace: 'pid:[1]' }, process.platform === 'linux' ? 'unknown' : 'alive'],
    ['whose start is not known', { started: undefined }, 'unknown'],
  ] as const)('%s is %s', async (_, changes, expected) => {
    const identity = processOfName(nameOfProcess({ ...here, ...changes }));
    expect(identity).toEqual({ ...here, ...changes });
    expect(await livenessOf(identity ?? here)).toBe(expected);
  });

  it('is told by a name of letters, digits, - and _', () => {
    const identity = { ...here, host: 'a.b~c_d é', namespace: 'pid:[1]' };
    expect(nameOfProcess(identity)).toMatch(/^[\w-]+$/);
    expect(processOfName(nameOfProcess(identity))).toEqual(identity);
    expect(processOfName('nonsense')).toBeUndefined();
  });
});
