import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;
type Settings = Readonly<Record<string, unknown>>;

/** Where a run stores its state. */
export interface Place {
  /** For comparison only. Undefined if the place is unknown: it then equals no other place. */
  readonly digest: string | undefined;
  /** For messages. It contains no address: an address may hold credentials. */
  readonly name: string;
}

export interface PlaceQuestion {
  /** Terraform's data directory. */
  readonly data: string;
  /** Terraform's directory, after `-chdir`. */
  readonly directory: string;
  readonly environment: Environment;
  readonly command: { readonly name: string; readonly stateOption: string | undefined } | undefined;
  /** When Terraform started, milliseconds since 1970. */
  readonly started: number | undefined;
}

/** Settings that address a state, by backend. Credentials are left out: they change from run to run. */
const addressOf: Readonly<Record<string, (settings: Settings, environment: Environment) => unknown>> = {
  http: ({ address }, { TF_HTTP_ADDRESS }) => withoutCredentials(address ?? TF_HTTP_ADDRESS),
  s3: ({ bucket, key, region, endpoint, endpoints, workspace_key_prefix }, environment) => [
    bucket,
    key,
    region ?? environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'],
    endpoint ?? endpoints ?? environment['AWS_ENDPOINT_URL_S3'] ?? environment['AWS_S3_ENDPOINT'],
    workspace_key_prefix,
  ],
  gcs: ({ bucket, prefix }) => [bucket, prefix],
  azurerm: ({ storage_account_name, container_name, key, environment }) => [
    storage_account_name,
    container_name,
    key,
    environment,
  ],
  pg: ({ conn_str, schema_name }, environment) => [
    withoutCredentials(conn_str ?? environment['PG_CONN_STR']),
    ['PGHOST', 'PGPORT', 'PGDATABASE'].map(name => environment[name]),
    schema_name ?? environment['PG_SCHEMA_NAME'],
  ],
  consul: ({ address, path }, { CONSUL_HTTP_ADDR }) => [
    withoutCredentials(address ?? CONSUL_HTTP_ADDR),
    path,
  ],
  kubernetes: ({ secret_suffix, namespace, host, config_path, config_context }, environment) => [
    secret_suffix,
    namespace ?? environment['KUBE_NAMESPACE'],
    host ?? environment['KUBE_HOST'],
    config_path ?? environment['KUBE_CONFIG_PATH'],
    config_context ?? environment['KUBE_CTX'],
  ],
  remote: hostedAddress,
  cloud: hostedAddress,
};

function hostedAddress({ hostname, organization, workspaces }: Settings, environment: Environment): unknown {
  return [
    hostname ?? environment['TF_CLOUD_HOSTNAME'],
    organization ?? environment['TF_CLOUD_ORGANIZATION'],
    workspaces,
  ];
}

/**
 * Returns the place of the state: backend type and address without credentials, workspace, `-state`. Terraform stores
 * its backend and its workspace in files of the data directory. A file that has changed since Terraform started may
 * differ from the one that Terraform read. The place is then unknown.
 */
export function placeOf(question: PlaceQuestion): Place {
  const { data, environment, command, started } = question;
  const backendFile = join(data, 'terraform.tfstate');
  const workspaceFile = join(data, 'environment');
  const workspace = environment['TF_WORKSPACE'] || read(workspaceFile).trim() || 'default';
  const backend = backendIn(read(backendFile));
  const name = `${backend?.type ?? 'local'} state, workspace ${JSON.stringify(workspace)}`;
  const isSettled =
    started !== undefined && [backendFile, workspaceFile].every(file => !isNewer(file, started));
  // `terraform test` keeps its states in memory, apart from the state of the configuration.
  if (command === undefined || command.name === 'test' || !isSettled) return { digest: undefined, name };
  const address = stateAddress(question, backend);
  if (address === undefined) return { digest: undefined, name };
  const text = JSON.stringify([backend?.type ?? 'local', address, workspace]);
  return { digest: createHash('sha256').update(text).digest('hex').slice(0, 16), name };
}

interface Backend {
  readonly type: string;
  readonly config: Settings;
}

function stateAddress(
  { directory, environment, command }: PlaceQuestion,
  backend: Backend | undefined,
): unknown {
  if (backend === undefined || backend.type === 'local') {
    const { path, workspace_dir } = backend?.config ?? {};
    const file = command?.stateOption ?? (typeof path === 'string' ? path : 'terraform.tfstate');
    return [resolve(directory, file), workspace_dir];
  }
  if (command?.stateOption !== undefined) return undefined;
  return addressOf[backend.type]?.(backend.config, environment);
}

function backendIn(text: string): Backend | undefined {
  if (text === '') return undefined;
  try {
    const noted: unknown = JSON.parse(text);
    const { type, config } = settingsIn(settingsIn(noted)['backend']);
    return typeof type === 'string' ? { type, config: settingsIn(config) } : undefined;
  } catch {
    // An unreadable backend equals no known one.
    return { type: 'unreadable', config: {} };
  }
}

const settingsIn = (value: unknown): Settings =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Removes user and password from a URL or a connection string. They are not part of the address. */
function withoutCredentials(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (!URL.canParse(value))
    return value.replace(/\b(?:user|password|passfile|sslpassword)\s*=\s*('[^']*'|\S+)/gi, '');
  const { protocol, host, pathname, search } = new URL(value);
  return `${protocol}//${host}${pathname}${search}`;
}

/** The system reports start times in hundredths of a second; milliseconds. */
const clockSlack = 50;

function isNewer(file: string, moment: number): boolean {
  try {
    return statSync(file).mtimeMs > moment + clockSlack;
  } catch {
    return false;
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
