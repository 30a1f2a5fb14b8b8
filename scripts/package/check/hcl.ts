import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { clone, type Place } from './place';

/**
 * Installs the packaged provider, and applies the HCL example to the sandbox. The plan after that must be empty.
 *
 * @param tool path of the package's command
 * @param variables where the sandbox is
 */
export async function applyTwice(
  place: Place,
  tool: string,
  variables: Readonly<Record<string, string>>,
  example: string,
): Promise<void> {
  const plugins = place.path('plugins');
  await place.run([tool, 'install', '--dir', plugins]);
  const project = place.path('hcl');
  cpSync(example, project, { recursive: true });
  const signingSecret = { TF_VAR_signing_secret: randomBytes(24).toString('base64url') };
  const options = { cwd: project, environment: { ...variables, ...signingSecret } };
  const terraform = await terraformOf(place);
  if (terraform === undefined) return;
  const plan = [terraform, 'plan', '-input=false', '-detailed-exitcode'];
  await place.run([terraform, 'init', '-input=false', `-plugin-dir=${plugins}`], options);
  await place.run(plan, { ...options, code: 2 });
  await place.run([terraform, 'apply', '-input=false', '-auto-approve'], options);
  await place.run(plan, options);
  await place.run([terraform, 'destroy', '-input=false', '-auto-approve'], options);
}

/** Initializes a folder with a configuration from the plugins in it, and starts the provider by a validation. */
export async function validate(place: Place, folder: string): Promise<void> {
  const terraform = await terraformOf(place);
  if (terraform === undefined) return;
  await place.run([terraform, 'init', '-input=false'], { cwd: folder });
  await place.run([terraform, 'validate'], { cwd: folder });
}

async function terraformOf(place: Place): Promise<string | undefined> {
  for (const program of ['terraform', 'tofu'])
    if ((await place.attempt([program, 'version'])).code === 0) return program;
  place.skip('the provider was not run, because PATH has no terraform and no tofu');
  return undefined;
}

/** Starts the provider of the mirror with its own Node.js. */
export async function checkMirror(folder: string, place: Place): Promise<void> {
  const project = place.path('project');
  // Terraform searches this folder by itself. A packed filesystem mirror has the layout of a network mirror.
  mkdirSync(join(project, 'terraform.d'), { recursive: true });
  cpSync(folder, join(project, 'terraform.d/plugins'), { recursive: true });
  cpSync(join(clone, 'examples/provider/main.tf'), join(project, 'main.tf'));
  await validate(place, project);
}
