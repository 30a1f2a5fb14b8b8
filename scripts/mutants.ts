/**
 * `npm run mutants` makes each change of test/mutants/mutants.json in a copy of the repository, one at a time, runs the
 * tests of its room and says which changes they find. It takes another tenth of the list each day; `-- --whole` takes all,
 * and `-- --only TEXT` selects by file and broken promise.
 */
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { z } from 'zod';
import { HouseCopy } from '../test/harness/house-copy';
import { allMutants, type Mutant, partsOf } from './mutants/list';
import { finish } from './test-tally';

/** `src/risks` is tested by `test/unit/risks`. These folders of src are tested by others, too. */
const alsoTestedBy: Readonly<Record<string, readonly string[]>> = {
  cli: ['report'],
  client: ['cli'],
  constructs: ['policy'],
  plugin: ['provider'],
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

/** Runs a command in the copy. Without an exit code, time ran out. */
async function run(seconds: number, command: string, ...parameters: readonly string[]) {
  // It leads its process group, so that an endless loop in one of its workers can be ended.
  const settings = { all: true, cwd: house.folder, detached: true, reject: false, stdin: 'ignore' } as const;
  const child = execa(command, parameters, { ...settings, preferLocal: true, env: { NO_COLOR: '1' } });
  endRunning = () => child.pid && process.kill(-child.pid, 'SIGKILL');
  const timer = setTimeout(endRunning, seconds * 1000);
  const { exitCode, all = '' } = await child;
  clearTimeout(timer);
  endRunning = () => {};
  return { exitCode, all };
}

async function outcomeOfTests(tests: readonly string[], seconds: number): Promise<Outcome> {
  const isUnit = tests.every(path => path.startsWith('test/unit/'));
  // The other tests run what is built, and so do those of these rooms.
  const isBuilt = !isUnit || ['cli', 'constructs'].some(room => tests.includes(`test/unit/${room}/`));
  const built = isBuilt ? await run(600, 'node', 'scripts/ready.mjs') : { exitCode: 0, all: '' };
  if (built.exitCode !== 0) return { name: 'broken', reason: `not built: ${built.all.slice(-500)}` };
  const written = join(house.folder, 'tests.json');
  rmSync(written, { force: true });
  const reporter = ['--no-cache', '--reporter=json', `--outputFile=${written}`];
  const project = isUnit ? ['--project', 'unit'] : [];
  const { exitCode } = await run(seconds, 'vitest', 'run', '--bail', '1', ...reporter, ...project, ...tests);
  return outcomeOf(exitCode, existsSync(written) ? readFileSync(written, 'utf8') : '');
}

/** The tests that have passed without a mutant. */
const sound = new Set<string>();

async function outcomeOfMutant(mutant: Mutant): Promise<Outcome> {
  const tests = testsOf(mutant);
  const unchanged = sound.has(tests.join()) ? undefined : await outcomeOfTests(tests, 1800);
  if (unchanged !== undefined && unchanged.name !== 'survived')
    return { name: 'broken', reason: `without the change, too: ${unchanged.reason}` };
  sound.add(tests.join());
  const around = partsOf(mutant);
  if (around.length !== 2) return { name: 'broken', reason: `its text occurs ${around.length - 1} times` };
  const file = join(house.folder, mutant.file);
  writeFileSync(file, around.join(mutant.after));
  const outcome = await outcomeOfTests(tests, 300);
  copyFileSync(mutant.file, file);
  return outcome;
}

/** `broken` says nothing about the tests: nothing was built, no test failed by its title, or time ran out. */
interface Outcome {
  readonly name: 'killed' | 'survived' | 'broken';
  readonly reason: string;
}

/** What vitest's reporter `json` writes. A file that cannot be loaded has no tests in it. */
const report = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

/**
 * Judges a run of vitest. A test that timed out is no evidence: a busy machine does that, too.
 *
 * @param written what the run has written; empty if it was ended before
 */
function outcomeOf(exitCode: number | undefined, written: string): Outcome {
  if (written === '') return { name: 'broken', reason: 'The run did not end, or did not begin.' };
  const tests = report.parse(JSON.parse(written)).testResults.flatMap(file => file.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failed = tests.filter(({ status }) => status === 'failed');
  const found = failed.find(test => !/timed out in \d+ms/i.test(test.failureMessages.join()));
  if (found !== undefined) return { name: 'killed', reason: found.fullName };
  if (failed[0] !== undefined) return { name: 'broken', reason: `${failed[0].fullName}: timed out` };
  if (exitCode === 0 && passed > 0) return { name: 'survived', reason: `${passed} tests passed` };
  return { name: 'broken', reason: 'A file of tests cannot be loaded, or none has run.' };
}

async function main(): Promise<void> {
  const only = { type: 'string', default: '' } as const;
  const { values } = parseArgs({ options: { only, whole: { type: 'boolean' } } });
  const all = allMutants().filter(({ file, breaks }) => `${file} ${breaks}`.includes(values.only));
  const today = new Date().getDate() % 10;
  const mutants = values.whole || values.only !== '' ? all : all.filter((_, index) => index % 10 === today);
  await house.fill();
  for (const built of ['dist', 'lib', '.jsii'].filter(path => existsSync(path)))
    await cp(built, join(house.folder, built), { recursive: true, verbatimSymlinks: true });
  const tally = { passed: 0, failed: 0, skipped: 0 };
  for (const mutant of mutants) {
    const { name, reason } = await outcomeOfMutant(mutant);
    const isKilled = name === 'killed';
    tally[isKilled ? 'passed' : 'failed'] += 1;
    console.log(`${isKilled ? 'ok' : 'FAILED'}  ${name}: ${mutant.file}: ${mutant.breaks}\n    ${reason}`);
  }
  finish([tally]);
}

void main();
