import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run';
import { type Environment, secretsOf, withoutSecrets } from './secrets';
import { described, type PublishingStep } from './steps';

/**
 * Runs the steps in their order, each with its own secrets.
 *
 * @param beforeStep throws if no other step may begin
 * @throws if a step fails, with the steps that are left
 */
export async function publishAll(
  steps: readonly PublishingStep[],
  environment: Environment,
  beforeStep: () => Promise<void> = async () => {},
): Promise<void> {
  for (const [index, step] of steps.entries()) {
    console.log(`release: ${step.name}`);
    try {
      await beforeStep();
      await publish(step, { ...withoutSecrets(environment, steps), ...secretsOf(step, environment) });
    } catch (error) {
      const left = steps.slice(index).map(described).join('\n');
      console.log(`release: these steps are left. Run them in this order:\n${left}`);
      throw error;
    }
  }
}

/** publib leaves keys, tokens and clones in its temporary folder and its home. So it gets a new one, which is removed. */
async function publish(
  { command, environment, newFolder = [] }: PublishingStep,
  base: Environment,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-release-'));
  const places = Object.fromEntries(newFolder.map(variable => [variable, folder]));
  try {
    await run(command, { ...base, ...environment, ...places });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
