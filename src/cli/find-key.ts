import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { z } from 'zod';
import { fingerprintOf } from '../provider/connection/platform';
import { workspacesOf } from './adopt/managed-ids';
import { print } from './say';
import { runTerraform, withoutNotices } from './terraform-binary';

const examples = `
Reads the states of all workspaces of the Terraform configuration, or of the cdktf stacks, in this folder. Prints no value.

Example:
  npx --no cdktf-provider-svc find-key job.log`;

export function findKeyCommand(): Command {
  return new Command('find-key')
    .description(
      'Find the keys whose values stand in a file, such as the log of a job: address, id and state.',
    )
    .argument('[file]', 'a file, or - for standard input; never a value', '-')
    .addHelpText('after', examples)
    .action(findKey);
}

async function findKey(file: string): Promise<void> {
  const content = file === '-' ? text(process.stdin) : readFile(file, 'utf8');
  // The words of Node.js would repeat a value that was given in place of a file.
  const all = await content.catch(() => Promise.reject(new Error('The file cannot be read.')));
  // The form of a key (paragraph 2.4).
  const values = new Set(all.match(/svc_(?:live|test)_[A-Za-z0-9]{32}/g));
  if (values.size === 0)
    throw new Error('Nothing has the form of a key: svc_live_ or svc_test_, and 32 letters and digits.');
  const known = await valuesInStates();
  const own = process.env['SVC_API_KEY'] ?? '';
  known.push({ fingerprint: fingerprintOf(own), place: 'SVC_API_KEY of this shell' });
  const prints = [...values].map(fingerprintOf);
  const found = prints.map(print => known.filter(({ fingerprint }) => fingerprint === print));
  for (const { place } of found.flat()) print(place);
  const missing = found.filter(places => places.length === 0).length;
  if (missing === 0) return;
  throw new Error(
    `${missing} of ${values.size} in no state of this folder that holds its value. It may be an imported key, whose value no state ` +
      'holds, a key of another folder, or the key of Terraform itself: docs/recovery.md, "The provider\'s own key expires".',
  );
}

/** The current values in all states, and the earlier ones whose fingerprints the provider has noted, each with its place. */
async function valuesInStates() {
  const known: { readonly fingerprint: string; readonly place: string }[] = [];
  for await (const { program, folder, environment } of workspacesOf()) {
    const { TF_WORKSPACE: workspace } = environment;
    const where = workspace === undefined ? folder : `workspace ${workspace} of ${folder}`;
    // `show` has no private state, and needs the provider.
    const pulled = await runTerraform(program, ['state', 'pull'], { cwd: folder, env: environment })
      .then(({ stdout }) => stateFile.parse(JSON.parse(withoutNotices(stdout) || '{}')))
      // The words of either may repeat the state.
      .catch(() => Promise.reject(new Error(`\`state pull\` failed in ${where}.`)));
    for (const { name, fingerprint } of pulled) known.push({ fingerprint, place: `${name}  ${where}` });
  }
  return known;
}

const keyInState = z.object({
  index_key: z.union([z.string(), z.number()]).optional(),
  attributes: z.object({ id: z.string(), key: z.string().nullish() }),
  private: z.base64().default(''),
});
const block = z.object({
  module: z.string().optional(),
  mode: z.string(),
  type: z.string(),
  name: z.string(),
});
const stateFile = z
  .object({ resources: z.array(block.extend({ instances: z.array(z.unknown()) })).default([]) })
  .transform(({ resources }) =>
    resources
      .filter(({ mode, type }) => mode === 'managed' && type === 'svc_api_key')
      .flatMap(({ instances, ...of }) =>
        instances.flatMap(instance => valuesOf(of, keyInState.parse(instance))),
      ),
  );

function valuesOf({ module, type, name }: z.infer<typeof block>, instance: z.infer<typeof keyInState>) {
  const { id, key } = instance.attributes;
  const index = instance.index_key === undefined ? '' : `[${JSON.stringify(instance.index_key)}]`;
  const address = `${module === undefined ? '' : `${module}.`}${type}.${name}${index}`;
  const notes = Buffer.from(instance.private, 'base64').toString();
  const earlier = [...notes.matchAll(/"fingerprint ([^"]+)":"(\w+)"/g)];
  return [
    ...(key ? [{ name: `${address}  ${id}`, fingerprint: fingerprintOf(key) }] : []),
    ...earlier.map(([, earlierId, fingerprint = '']) => ({ name: `${address}  ${earlierId}`, fingerprint })),
  ];
}
