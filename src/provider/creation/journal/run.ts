import { resolve } from 'node:path';
import { normalizedAddress } from '../../../client';
import { identityOf, nameOfProcess } from './owner';
import { placeOf } from './place';
import { type TerraformCommand, terraformCommandOf } from './terraform-command';

type Environment = Readonly<Record<string, string | undefined>>;

/** The run of Terraform that this process serves. */
export interface Run {
  /** Name of this process. */
  readonly owner: string;
  /** Name of the Terraform process. It is the same for the planning and the applying walk of one `apply`. */
  readonly terraform: string;
  /** See `place.ts`. */
  readonly place: string | undefined;
  /** Undefined if the system does not tell. */
  readonly command: TerraformCommand | undefined;
}

export interface RunQuestion {
  readonly environment: Environment;
  /** Terraform's directory. */
  readonly directory: string;
  /** Address of the platform. */
  readonly platform: string;
  /** Digest of the credential. */
  readonly credential: string;
}

export async function describeRun({
  environment,
  directory,
  platform,
  credential,
}: RunQuestion): Promise<Run> {
  // The launcher runs between Terraform and the provider, so it passes Terraform's id (scripts/build/launcher.sh).
  const pid = Number(environment['SVC_TERRAFORM'] ?? process.ppid);
  const [owner, terraform, command] = await Promise.all([
    identityOf(process.pid).then(nameOfProcess),
    identityOf(pid).then(nameOfProcess),
    terraformCommandOf(pid, environment),
  ]);
  const data = dataDirectory(environment, directory);
  const account = [normalizedAddress(platform), credential];
  return { owner, terraform, command, place: placeOf({ data, directory, environment, command, account }) };
}

/**
 * Returns Terraform's data directory: TF_DATA_DIR, or `.terraform` in Terraform's working directory (Terraform's
 * documentation, "Environment Variables"). A provider inherits both.
 */
function dataDirectory(environment: Environment, directory: string): string {
  return resolve(directory, environment['TF_DATA_DIR'] || '.terraform');
}

/** @param configured the setting `journal_directory`; without it the journal is in Terraform's data directory */
export function journalFolder(
  environment: Environment,
  directory: string,
  configured: string | undefined,
): string {
  return configured
    ? resolve(directory, configured)
    : resolve(dataDirectory(environment, directory), 'svc-journal');
}
