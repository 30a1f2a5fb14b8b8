import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TerraformCommand } from './terraform-command';

export interface PlaceQuestion {
  /** Terraform's data directory. */
  readonly data: string;
  /** Terraform's directory, after `-chdir`. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly command: Pick<TerraformCommand, 'name' | 'stateOption'> | undefined;
  /** Platform and credential. */
  readonly account: readonly string[];
}

/** Variables by which backends address a state. Credentials are left out: they change from run to run. */
const addressVariables = [
  'TF_HTTP_ADDRESS PG_CONN_STR PG_SCHEMA_NAME PGHOST PGPORT PGDATABASE CONSUL_HTTP_ADDR AWS_REGION AWS_DEFAULT_REGION',
  'AWS_ENDPOINT_URL_S3 AWS_S3_ENDPOINT KUBE_NAMESPACE KUBE_HOST KUBE_CONFIG_PATH KUBE_CTX TF_CLOUD_HOSTNAME',
  'TF_CLOUD_ORGANIZATION',
]
  .join(' ')
  .split(' ');

/**
 * Returns a digest of the state and the account of a run. Two runs with one place work on the same objects. Undefined if
 * the system does not tell the command: such a run equals no other.
 */
export function placeOf({
  data,
  directory,
  environment,
  command,
  account,
}: PlaceQuestion): string | undefined {
  if (command === undefined) return undefined;
  const workspace = environment['TF_WORKSPACE'] || read(join(data, 'environment')).trim() || 'default';
  const backend = backendIn(read(join(data, 'terraform.tfstate')));
  const isLocal = backend === undefined || /"type":\s*"local"/.test(backend);
  const facts = [
    account,
    // `terraform test` keeps its states in memory, apart from the state of the configuration.
    command.name === 'test',
    workspace,
    command.stateOption === undefined ? null : resolve(directory, command.stateOption),
    isLocal ? resolve(directory) : null,
    backend ?? null,
    addressVariables.map(name => environment[name] ?? null),
  ];
  const withoutCredentials = JSON.stringify(facts).replace(/\/\/[^/@\s"]*@/g, '//');
  return createHash('sha256').update(withoutCredentials).digest('hex').slice(0, 16);
}

/** Settings of backends that change from run to run: credentials, and Terraform's own checksum of the settings. */
const changing = /password|token|secret_key|client_secret|access_key|^hash$/i;

/** Returns the backend in Terraform's own file, without what the version of Terraform adds. */
function backendIn(text: string): string | undefined {
  if (text === '') return undefined;
  try {
    const known: unknown = JSON.parse(text, (name, value) => (changing.test(name) ? undefined : value));
    return JSON.stringify(Object(known).backend);
  } catch {
    return text;
  }
}

/** Reads synchronously: for a few bytes, loading Node's asynchronous API takes longer than the read. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
