import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { onTestFinished, type TestContext } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox';
import { type Postgres, PostgresUnavailable, startPostgres } from '../../harness/programs/postgres';
import { findLeaks, makeSecret, type Secret } from '../../harness/secrets/secrets';
import { needFeature } from '../../harness/terraform/needed-feature';

/** Programs that both runners' images have. */
const programs = ['bash', 'git', 'curl', 'jq', 'gpg', 'tar', 'diff'];

/** The platform, the state and the secrets of a pipeline. */
export interface Ground {
  readonly sandbox: Sandbox;
  /** Secrets of the jobs that plan and apply. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string>>;
  /** Connection to the state for an account that can only read. */
  readonly readingConnection: string;
  /** Ids of all objects on the platform. */
  ids(): readonly string[];
  /** Names of the secrets that stand in one of the texts. */
  leaksIn(texts: readonly string[]): readonly string[];
}

/** Programs of a runner that this machine does not have. */
const missingPrograms = (): readonly string[] =>
  programs.filter(name => spawnSync(name, ['--version']).error !== undefined);

/** Skips the test where PostgreSQL, a program of a runner or the Terraform of the example cannot be had. */
export async function prepareGround(context: TestContext): Promise<Ground> {
  await needFeature('write-only arguments', context);
  const missing = missingPrograms();
  if (missing.length > 0) return context.skip(`this machine has no ${missing.join(', ')}`);
  const postgres = await startPostgres().catch((error: unknown) => {
    if (!(error instanceof PostgresUnavailable)) throw error;
    return context.skip(error.message);
  });
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  return groundOf(sandbox, postgres);
}

function groundOf(sandbox: Sandbox, postgres: Postgres): Ground {
  const signing = makeSecret('the signing secret');
  const passphrase = randomUUID();
  const { webhooks, apiKeys } = sandbox.controls;
  const known: Secret[] = [
    signing,
    { name: 'the passphrase', value: passphrase },
    { name: 'the key of CI', value: sandbox.key },
  ];
  const held = () =>
    [...webhooks.all(), ...apiKeys.all()]
      .flatMap(({ id }) => [...webhooks.secretsOf(id), ...apiKeys.secretsOf(id)])
      .map(value => ({ name: 'a secret of an object', value }));
  return {
    sandbox,
    secrets: {
      SVC_API_KEY: sandbox.key,
      SVC_SIGNING_SECRET: signing.value,
      SVC_PLAN_PASSPHRASE: passphrase,
      PG_CONN_STR: postgres.connection,
    },
    variables: { SVC_BASE_URL: sandbox.url },
    readingConnection: postgres.readingConnection,
    ids: () => [...webhooks.all(), ...apiKeys.all()].map(({ id }) => id),
    leaksIn: texts =>
      texts.flatMap(text => findLeaks('a job', text, [...known, ...held()]).map(({ secret }) => secret)),
  };
}
