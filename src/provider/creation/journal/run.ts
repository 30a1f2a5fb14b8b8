import { resolve } from 'node:path';
import type { RunRecord } from './entry';
import { identityOf, startMoment } from './owner';
import { placeOf } from './place';
import { type TerraformCommand, terraformCommandOf } from './terraform-command';

/** The run of Terraform that this process serves. */
export interface Run {
  readonly record: RunRecord;
  /** Undefined if the system does not tell. */
  readonly command: TerraformCommand | undefined;
}

export interface RunQuestion {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Terraform's directory. */
  readonly directory: string;
  /** Address of the platform. */
  readonly platform: string;
  readonly credential: string;
  /** Milliseconds since 1970 by the machine's clock. */
  readonly now: () => number;
}

export async function describeRun({
  environment,
  directory,
  platform,
  credential,
  now,
}: RunQuestion): Promise<Run> {
  const data = dataDirectory(environment, directory);
  // The launcher runs between Terraform and the provider, so it passes Terraform's id (scripts/build/launcher.sh).
  const pid = Number(environment['SVC_TERRAFORM'] ?? process.ppid);
  const [owner, terraform, command] = await Promise.all([
    identityOf(process.pid),
    identityOf(pid),
    terraformCommandOf(pid, environment, directory),
  ]);
  const place = placeOf({ data, directory, environment, command, started: startMoment(terraform, now) });
  return {
    command,
    record: {
      platform,
      directory,
      data,
      ...(command?.stateOption !== undefined && { stateFile: resolve(directory, command.stateOption) }),
      owner,
      ...(terraform.started !== undefined && { terraform }),
      place: place.digest,
      placeName: place.name,
      credential,
      isWhole: command?.isWhole ?? false,
      at: new Date(now()).toISOString(),
    },
  };
}

/**
 * Returns Terraform's data directory: TF_DATA_DIR, or `.terraform` in Terraform's working directory (Terraform's
 * documentation, "Environment Variables"). A provider inherits both.
 */
export function dataDirectory(environment: RunQuestion['environment'], directory: string): string {
  return resolve(directory, environment['TF_DATA_DIR'] || '.terraform');
}
