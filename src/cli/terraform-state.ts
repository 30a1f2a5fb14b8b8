import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { RunRecord } from '../provider/creation/journal/entry';
import { placeOf } from '../provider/creation/journal/place';
import { findTerraform } from './terraform-binary';

const execute = promisify(execFile);
/** Bytes of a state that are read at most. */
const largestState = 512 * 1024 * 1024;

/**
 * Whether the state of the run's place names this id. Asks Terraform for the state; nothing of it is shown.
 * @throws {Error} where the state of that place cannot be read
 */
export async function stateNames(
  { directory, data, place, placeName }: RunRecord,
  id: string,
): Promise<boolean> {
  const refuse = (why: string) =>
    new Error(`${why} Whether the state has ${id} is not known. Nothing was deleted.`);
  if (!existsSync(directory)) throw refuse(`The folder ${directory}, where Terraform ran, is gone.`);
  const command = { name: 'plan', stateOption: undefined };
  const here = placeOf({ data, directory, environment: process.env, command, started: Date.now() });
  if (place === undefined || here.digest !== place) {
    throw refuse(
      `It was created with the ${placeName}, and ${directory} is set to the ${here.name} now. Select that workspace ` +
        'and backend there first.',
    );
  }
  const { path } = await findTerraform({ environment: process.env });
  const pulled = await execute(path, ['state', 'pull'], {
    cwd: directory,
    env: { ...process.env, TF_DATA_DIR: data },
    maxBuffer: largestState,
  }).catch(() => {
    throw refuse(`\`terraform state pull\` failed in ${directory}.`);
  });
  return pulled.stdout.includes(JSON.stringify(id));
}
