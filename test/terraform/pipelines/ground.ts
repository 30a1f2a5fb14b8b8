import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TestContext } from 'vitest';
import type { Sandbox } from '../../../src/sandbox';
import { aSandbox } from '../../harness/a-sandbox';
import type { ShiftedClock } from '../../harness/environment/shifted-clock';
import { managedObjects } from '../../harness/invariants/managed-objects';
import { type Postgres, startPostgres } from '../../harness/programs/postgres';
import { findLeaks, makeSecret, type Secret } from '../../harness/secrets/secrets';
import { foundTerraform } from '../../harness/terraform/found-terraform';
import { needFeature } from '../../harness/terraform/needed-feature';
import { userRepository } from './repository';
import { needRunnerPrograms, runLines } from './runner';
import type { Texts } from './shell-lines';

/**
 * The platform, the state and the secrets of a pipeline, its repository, and the folder of its jobs. Skips the test where PostgreSQL, a program of a runner or the Terraform of the example cannot be had.
 *
 * @param program of the repository, as `userRepository` takes it
 * @param clock of platform, provider and plans
 */
export async function prepareGround(context: TestContext, program?: string, clock?: ShiftedClock) {
  await needFeature('write-only arguments', context);
  needRunnerPrograms(context);
  const postgres = await startPostgres(context);
  const { path, product } = await foundTerraform();
  const [sandbox, repository] = await Promise.all([
    aSandbox(clock?.options.sandbox),
    userRepository(program),
  ]);
  const runner = join(repository.folder, '../runner');
  const checkout = join(runner, 'checkout');
  const home = join(runner, 'home');
  await mkdir(home, { recursive: true });
  const programs = join(home, 'programs');
  await mkdir(programs);
  if (clock !== undefined) {
    await writeFile(join(programs, product), terraformOfClock(path), { mode: 0o755 });
    await writeFile(join(programs, 'node'), nodeOfClock, { mode: 0o755 });
  }
  const said: string[] = [];
  return {
    repository,
    checkout,
    said,
    /** Runs shell lines in a folder of the checkout. */
    run: async (lines: string, folder: string, environment: Texts) => {
      const program = { PATH: `${programs}:${repository.path}`, HOME: home, TERRAFORM_BINARY_NAME: product };
      const result = await runLines(lines, join(checkout, folder), {
        ...clock?.options.environment,
        ...environment,
        ...program,
      });
      said.push(result.output);
      return result;
    },
    ...groundOf(sandbox, postgres),
  };
}

/** main.ts of two stacks of cdktn. Without connStr, PG_CONN_STR says where their states are. */
export const twoStacks = (names: readonly [string, string], constructs: string) => `
import { App, PgBackend, TerraformOutput, TerraformStack } from 'cdktn';
import { ApiKey, ApiScope, EphemeralVariable, EventType, SvcProvider, WebhookEndpoint } from 'cdktn-provider-svc';

const app = new App();
const [${names.join(', ')}] = ['${names.join("', '")}'].map(name => {
  const stack = new TerraformStack(app, name);
  new PgBackend(stack, { schemaName: name });
  new SvcProvider(stack, 'svc');
  return stack;
});
${constructs}
app.synth();
`;

/** The package's command compares its clock with the platform's. PATH begins with the folder of this program. */
const nodeOfClock = `#!/bin/sh
node=$(PATH=\${PATH#*:}; command -v node)
exec "$node" --import ${resolve('test/harness/environment/preloaded-clock.mjs')} "$@"
`;

/** Terraform itself has the time of the machine, which is in its plans. */
export const terraformOfClock = (path: string) => `#!/bin/sh
case "$*" in
*'show -json'*)
  exec '${path}' "$@" | jq --argjson days "$(cat "$SHIFTED_CLOCK_FILE")" \
    'if .timestamp then .timestamp |= (fromdate + $days * 86400 | todate) else . end'
  ;;
*) exec '${path}' "$@" ;;
esac
`;

function groundOf(sandbox: Sandbox, postgres: Postgres) {
  const signing = makeSecret('the signing secret');
  const passphrase = randomUUID();
  const known: Secret[] = [
    signing,
    { name: 'the passphrase', value: passphrase },
    { name: 'the key of CI', value: sandbox.key },
  ];
  const objects = () => managedObjects(sandbox.controls);
  return {
    sandbox,
    /** Values of the jobs that plan and apply. */
    values: {
      SVC_BASE_URL: sandbox.url,
      SVC_API_KEY: sandbox.key,
      TF_VAR_signing_secret: signing.value,
      SVC_PLAN_PASSPHRASE: passphrase,
      PG_CONN_STR: postgres.connection,
      SVC_REPLACE: '',
      SVC_SHARD: '1/1',
    },
    /** Connection to the state for an account that can only read. */
    readingConnection: postgres.readingConnection,
    ids: () => objects().map(({ id }) => id),
    /** Names of the secrets that stand in one of the texts. */
    leaksIn: (texts: readonly string[]) => {
      const all = [...known, ...objects().flatMap(({ secrets }) => secrets)];
      return texts.flatMap(text => findLeaks('a job', text, all).map(({ secret }) => secret));
    },
  };
}
