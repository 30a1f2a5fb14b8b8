import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { promisify } from 'node:util';
import type { RunRecord } from '../provider/creation/journal/entry';
import { placeOf } from '../provider/creation/journal/place';
import { findTerraform } from './terraform-binary';
import { withoutNotices } from './without-notices';

const execute = promisify(execFile);
/** Maximum of bytes read from a state. */
const largestState = 512 * 1024 * 1024;

/**
 * Returns true if the state of the run contains this id. Reads the state with Terraform, and shows nothing of it.
 * @throws {Error} if that state cannot be read
 */
export async function stateNames(run: RunRecord, id: string): Promise<boolean> {
  const { directory, stateFile } = run;
  // Others may have written the journal. It must not choose the folder in which Terraform runs.
  if (relative(process.cwd(), directory).startsWith('..'))
    throw new Error(`Run this command in ${directory}, where Terraform ran. Nothing was deleted.`);
  const refuse = (why: string) =>
    new Error(`${why} It is not known whether the state contains ${id}. Nothing was deleted.`);
  if (!existsSync(directory))
    throw refuse(`The folder ${directory}, where Terraform ran, does not exist any more.`);
  const state =
    stateFile === undefined ? await pulledState(run, refuse) : await savedState(run, stateFile, refuse);
  // Parse and stringify first: Terraform escapes other characters than JSON.stringify.
  return state.trim() !== '' && JSON.stringify(JSON.parse(state)).includes(JSON.stringify(id));
}

type Refuse = (why: string) => Error;

/** Reads the file given by `-state`. */
async function savedState(run: RunRecord, file: string, refuse: Refuse): Promise<string> {
  if (!existsSync(file)) throw refuse(`The state file ${file} does not exist any more.`);
  const state = readFileSync(file, 'utf8');
  // OpenTofu encrypts a state as JSON. An id that this text lacks may be in the state.
  return state.includes('"encrypted_data"') ? outputOf('tofu', ['show', '-json', file], run, refuse) : state;
}

async function pulledState(run: RunRecord, refuse: Refuse): Promise<string> {
  const { directory, data, place, placeName } = run;
  if (place === undefined) {
    const advice = 'Delete the object on the platform, then drop its entry: journal forget.';
    throw refuse(
      `The place of the run's state is not known (it was a test, or has an unknown backend). ${advice}`,
    );
  }
  const command = { name: 'plan', stateOption: undefined };
  const here = placeOf({ data, directory, environment: process.env, command, started: Date.now() });
  if (here.digest !== place) {
    throw refuse(
      `It was created with the ${placeName}, but ${directory} now uses the ${here.name}, or another ` +
        'address. First select that workspace and backend there.',
    );
  }
  return outputOf('terraform', ['state', 'pull'], run, refuse);
}

async function outputOf(
  preferred: 'terraform' | 'tofu',
  parameters: readonly string[],
  { directory, data }: RunRecord,
  refuse: Refuse,
): Promise<string> {
  const { path, product } = await findTerraform({ environment: process.env, preferred });
  const options = { cwd: directory, env: { ...process.env, TF_DATA_DIR: data }, maxBuffer: largestState };
  const { stdout } = await execute(path, [...parameters], options).catch(() => {
    throw refuse(`\`${product} ${parameters.join(' ')}\` failed in ${directory}.`);
  });
  return withoutNotices(stdout);
}
