/**
 * `npm run mutants` makes each change of test/mutants/mutants.json in a copy of the repository, one at a time, runs the
 * tests of its room and says which changes they find (decision 26). `-- --only TEXT` selects by file and promise, and `--
 * --list FILE` names another list.
 */
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { z } from 'zod';
import { HouseCopy } from '../test/harness/house-copy';

const form = z.strictObject({
  file: z.string(),
  /** Text that occurs once in the file, and its replacement. */
  before: z.string(),
  after: z.string(),
  /** What the change breaks. */
  promise: z.string(),
  /** Paths of vitest, where the room's are not meant. */
  tests: z.array(z.string()).optional(),
  /** Why no test can find the change. Such a mutant is not run. */
  equivalent: z.string().optional(),
});
type Mutant = z.infer<typeof form>;

/** `src/risks` is tested by `test/unit/risks`. These folders of src are tested by others, too. */
const alsoTestedBy: Readonly<Record<string, readonly string[]>> = {
  cli: ['report'],
  constructs: ['policy'],
  provider: ['risks'],
  report: ['policy', 'fuzz'],
};

const house = new HouseCopy();
let endRunning = () => {};
process.once('exit', () => {
  endRunning();
  rmSync(house.folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

function testsOf({ file, tests }: Mutant): readonly string[] {
  const [top = '', folder = ''] = file.split('/');
  const room = top === 'src' ? folder : top;
  return tests ?? [room, ...(alsoTestedBy[room] ?? [])].map(folder => `test/unit/${folder}/`);
}

function mutated({ file, before, after }: Mutant): string {
  const parts = readFileSync(file, 'utf8').split(before);
  if (parts.length === 2) return parts.join(after);
  throw new Error(`${file} contains this text ${parts.length - 1} times instead of once: ${before}`);
}

/** Runs a command in the copy. Returns what failed, or an empty string. */
async function run(seconds: number, command: string, ...parameters: readonly string[]): Promise<string> {
  // It leads its process group, so that an endless loop in one of its workers can be ended.
  const settings = { all: true, cwd: house.folder, detached: true, reject: false, stdin: 'ignore' } as const;
  const child = execa(command, parameters, { ...settings, preferLocal: true, env: { NO_COLOR: '1' } });
  endRunning = () => child.pid && process.kill(-child.pid, 'SIGKILL');
  const timer = setTimeout(endRunning, seconds * 1000);
  const { exitCode, all = '' } = await child;
  clearTimeout(timer);
  endRunning = () => {};
  const failed = /^ *FAIL +(.*)$/m.exec(all)?.[1] ?? `${command}, in ${seconds} s: ${all.slice(-500)}`;
  return exitCode === 0 ? '' : failed;
}

/** Runs tests. Returns the first that fails, or an empty string. */
async function failure(tests: readonly string[], seconds: number): Promise<string> {
  const isUnit = tests.every(path => path.startsWith('test/unit/'));
  // The other tests run what is built, and so do those of these rooms.
  const isBuilt = !isUnit || ['cli', 'constructs'].some(room => tests.includes(`test/unit/${room}/`));
  const unbuilt = isBuilt ? await run(600, 'node', 'scripts/ready.mjs') : '';
  const project = isUnit ? ['--project', 'unit'] : [];
  return unbuilt || run(seconds, 'vitest', 'run', '--bail', '1', '--no-cache', ...project, ...tests);
}

/** The tests that have passed without a mutant. */
const sound = new Set<string>();

async function expectSound(tests: readonly string[]): Promise<void> {
  const failed = sound.has(tests.join()) ? '' : await failure(tests, 1800);
  if (failed !== '') throw new Error(`Without a mutant, the tests ${tests.join(' ')} fail: ${failed}`);
  sound.add(tests.join());
}

/** Returns the test that finds the mutant, or an empty string. */
async function finderOf(mutant: Mutant): Promise<string> {
  const tests = testsOf(mutant);
  await expectSound(tests);
  const file = join(house.folder, mutant.file);
  writeFileSync(file, mutated(mutant));
  const found = await failure(tests, 300);
  copyFileSync(mutant.file, file);
  return found;
}

async function main(): Promise<void> {
  const list = { type: 'string', default: 'test/mutants/mutants.json' } as const;
  const { values } = parseArgs({ options: { list, only: { type: 'string', default: '' } } });
  const listed = z.array(form).parse(JSON.parse(readFileSync(values.list, 'utf8')));
  const mutants = listed.filter(({ file, promise }) => `${file} ${promise}`.includes(values.only));
  mutants.forEach(mutated);
  await house.fill();
  for (const built of ['dist', 'lib', '.jsii'].filter(path => existsSync(path)))
    await cp(built, join(house.folder, built), { recursive: true, verbatimSymlinks: true });
  const counts = { killed: 0, survived: 0, equivalent: 0 };
  for (const mutant of mutants) {
    const found = mutant.equivalent ?? (await finderOf(mutant));
    const verdict = mutant.equivalent ? 'equivalent' : found ? 'killed' : 'survived';
    counts[verdict] += 1;
    console.log(`${verdict.padEnd(10)}  ${mutant.file}: ${mutant.promise}\n            ${found}`);
  }
  console.log(`${counts.killed} killed, ${counts.survived} survived, ${counts.equivalent} equivalent`);
  process.exitCode = counts.survived > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
