import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'vitest';
import type { Sandbox } from '../../../src/sandbox';
import { aSandbox } from '../../harness/a-sandbox';
import { managedObjects } from '../../harness/invariants/managed-objects';
import { type Postgres, startPostgres } from '../../harness/programs/postgres';
import { findLeaks, makeSecret, type Secret } from '../../harness/secrets/secrets';
import { needFeature } from '../../harness/terraform/needed-feature';
import { Forge } from './forge';
import { Machine } from './machine';
import { Repository } from './repository';

/** Programs that both runners' images have. */
const programs = ['bash', 'git', 'curl', 'jq', 'gpg', 'tar', 'diff'];

/** The platform, the state and the secrets of a pipeline, its repository, its forge and the machine of its jobs. */
export type Ground = Awaited<ReturnType<typeof prepareGround>>;

/** Programs of a runner that this machine does not have. */
const missingPrograms = (): readonly string[] =>
  programs.filter(name => spawnSync(name, ['--version']).error !== undefined);

/**
 * Skips the test where PostgreSQL, a program of a runner or the Terraform of the example cannot be had.
 *
 * @param example of the repository, as `Repository.create` takes it
 */
export async function prepareGround(context: TestContext, ...example: Parameters<typeof Repository.create>) {
  await needFeature('write-only arguments', context);
  const missing = missingPrograms();
  if (missing.length > 0)
    return context.skip(
      `this machine has no ${missing.join(', ')}, and no command of this repository installs it`,
    );
  const postgres = await startPostgres(context);
  const [sandbox, repository, forge, machine] = await Promise.all([
    aSandbox(),
    Repository.create(...example),
    Forge.start(),
    Machine.create(),
  ]);
  return { repository, forge, machine, ...groundOf(sandbox, postgres) };
}

function groundOf(sandbox: Sandbox, postgres: Postgres) {
  const signing = makeSecret('the signing secret');
  const passphrase = randomUUID();
  const known: Secret[] = [
    signing,
    { name: 'the passphrase', value: passphrase },
    { name: 'the key of CI', value: sandbox.key },
  ];
  const objects = () => managedObjects(sandbox.controls);
  const held = () =>
    objects().flatMap(({ secrets }) => secrets.map(value => ({ name: 'a secret of an object', value })));
  return {
    sandbox,
    /** Secrets of the jobs that plan and apply. */
    secrets: {
      SVC_API_KEY: sandbox.key,
      SVC_SIGNING_SECRET: signing.value,
      SVC_PLAN_PASSPHRASE: passphrase,
      PG_CONN_STR: postgres.connection,
    },
    variables: { SVC_BASE_URL: sandbox.url },
    /** Connection to the state for an account that can only read. */
    readingConnection: postgres.readingConnection,
    ids: () => objects().map(({ id }) => id),
    /** Names of the secrets that stand in one of the texts. */
    leaksIn: (texts: readonly string[]) =>
      texts.flatMap(text => findLeaks('a job', text, [...known, ...held()]).map(({ secret }) => secret)),
  };
}
