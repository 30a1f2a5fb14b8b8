import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { shellWord } from '../../client/redaction/shell-word';
import { collectionOfResource } from '../../provider/registered-resources';
import { plural } from '../../words/plural';
import { productOf, runTerraform, showJson, terraformPath, withoutNotices } from '../terraform-binary';

/** What the states have. */
export interface Managed {
  readonly ids: ReadonlySet<string>;
  /** Each object by its present id: without the keys before a rotation. */
  readonly present: readonly { readonly type: string; readonly id: unknown }[];
  /** Names of the resources. A block with one of them would be that resource, and its import would be ignored. */
  readonly names: ReadonlySet<string>;
  /** How many states were read, such as `2 states with 30 objects`. */
  readonly extent: string;
}

/** The arguments of our resources that name objects. The keys before a rotation are managed, too. */
const identifiers = z.object({
  id: z.unknown().optional(),
  previous_id: z.unknown().optional(),
  unrevoked_ids: z.array(z.unknown()).nullish(),
});
const resource = z.object({ mode: z.string(), type: z.string(), name: z.string() });
const shownModule = z.object({
  resources: z.array(resource.extend({ values: z.unknown() })).default([]),
  get child_modules() {
    return z.array(shownModule).default([]);
  },
});
type ShownModule = z.infer<typeof shownModule>;

/** What `terraform show -json` prints of a state. Its other commands print JSON with other members. */
const shownState = z
  .strictObject({
    format_version: z.string(),
    terraform_version: z.string().optional(),
    values: z.object({ root_module: shownModule.optional() }).optional(),
    checks: z.unknown().optional(),
  })
  .transform(({ values }) => (values?.root_module === undefined ? [] : resourcesIn(values.root_module)));

/** A state file, and what `terraform state pull` prints. */
const stateFile = z
  .object({
    version: z.literal(4),
    resources: z.array(resource.extend({ instances: z.array(z.object({ attributes: z.unknown() })) })),
  })
  .transform(({ resources }) =>
    resources.flatMap(({ instances, ...rest }) =>
      instances.map(({ attributes }) => ({ ...rest, values: attributes })),
    ),
  );

function resourcesIn({ resources, child_modules }: ShownModule): ShownModule['resources'] {
  return [...resources, ...child_modules.flatMap(resourcesIn)];
}

/**
 * Returns what the states manage.
 *
 * These are the states of the Terraform configuration or of the cdktf stacks in this folder, and others beside them.
 *
 * @param folders initialized folders whose states are read instead of these
 * @param files other states: state files, what `terraform show -json` prints, or `-` for standard input
 * @throws {Error} that names the state that cannot be read, and repeats nothing of it
 */
export async function managedBy(files: readonly string[], folders: readonly string[] = []): Promise<Managed> {
  const states: [origin: string, content: string][] = [];
  for await (const { program, folder, environment } of workspacesOf(folders, files.length > 0))
    states.push([folder, await showJson(program, folder, { environment })]);
  for (const file of files) {
    const content = file === '-' ? text(process.stdin) : readFile(file, 'utf8');
    states.push([file === '-' ? 'Standard input' : resolve(file), await content.catch(() => '')]);
  }
  const ours = states.flatMap(([origin, content]) => oursIn(content, origin));
  return {
    ids: new Set(ours.flatMap(({ ids }) => ids).filter(id => typeof id === 'string')),
    present: ours.map(({ type, ids: [id] }) => ({ type, id })),
    names: new Set(ours.map(({ name }) => name)),
    extent: `${plural(states.length, 'state')} with ${plural(ours.length, 'object')}`,
  };
}

function oursIn(content: string, origin: string) {
  const form = z.union([stateFile, shownState]).transform(resources =>
    resources
      .filter(({ mode, type }) => mode === 'managed' && collectionOfResource.has(type))
      .map(({ name, type, values }) => {
        const { id, previous_id, unrevoked_ids } = identifiers.parse(values);
        return { name, type, ids: [id, previous_id, ...(unrevoked_ids ?? [])] };
      }),
  );
  try {
    return form.parse(JSON.parse(withoutNotices(content)));
  } catch {
    if (content.includes('"encrypted_data"'))
      throw new Error(
        `${origin} is encrypted. Give what \`tofu show -json\` prints of it in its folder, with its key.`,
      );
    throw new Error(
      `${origin} is no state that can be read. Give a state file, or what \`terraform show -json\` prints without a plan.`,
    );
  }
}

/** The folders of the stacks that a cdktf program has synthesized here. None if there is no such program. */
function stackFolders(): readonly string[] {
  const stacks = join('cdktf.out', 'stacks');
  return existsSync(stacks) ? readdirSync(stacks).map(name => join(stacks, name)) : [];
}

function initializedFolders(named: readonly string[], hasOthers: boolean): readonly string[] {
  const data = process.env['TF_DATA_DIR'] || '.terraform';
  const isInitialized = (folder: string) => existsSync(resolve(folder, data));
  const projects = named.length > 0 ? named : stackFolders();
  const missing = projects.filter(project => !isInitialized(project));
  const own = named.length > 0 ? [] : ['.'];
  const found = [...projects, ...own].filter(isInitialized).map(folder => resolve(folder));
  if (missing.length > 0 && (named.length > 0 || !hasOthers))
    throw new Error(
      `What ${missing.join(' and ')} manages cannot be told. Run \`terraform init\` there, or \`cdktf diff\` for each stack. For ` +
        '`adopt`, you can name each state instead: --state FILE.',
    );
  if (hasOthers || found.length > 0) return found;
  throw new Error(
    'This folder has no initialized Terraform configuration and no cdktf stack, so nobody knows what is managed. Run ' +
      '`terraform init` or `cdktf diff`. For `adopt`, an empty configuration is enough, or name each state: --state FILE.',
  );
}

/**
 * Finds each workspace of the initialized folders: an object that any of them has is managed.
 *
 * @param named the only folders, none of which may be missing. @default this folder, or the cdktf stacks in it
 * @param hasOthers true if other states are named: then this folder need not have one
 */
export async function* workspacesOf(named: readonly string[] = [], hasOthers = false) {
  for (const folder of initializedFolders(named, hasOthers)) {
    const program = await terraformPath(productOf(folder));
    const listed = await runTerraform(program, ['workspace', 'list'], { cwd: folder }).catch(
      (error: unknown) => {
        // Not every backend has workspaces. After any other error, some may have gone unread.
        if (error instanceof Error && error.message.includes('workspaces not supported'))
          return { stdout: '' };
        throw new Error(unlisted(program, folder));
      },
    );
    const workspaces = listed.stdout.split('\n').flatMap(line => /^[* ] +(\S+)/.exec(line)?.[1] ?? []);
    const environments = workspaces.map(name => ({ ...process.env, TF_WORKSPACE: name }));
    for (const environment of environments.length < 2 ? [process.env] : environments)
      yield { program, folder, environment };
  }
}

const unlisted = (program: string, folder: string) =>
  `The workspaces of ${folder} cannot be listed, so nobody knows what they manage. Give the variables of the configuration as ` +
  'TF_VAR_NAME, or their file as TF_CLI_ARGS_workspace_list=-var-file=FILE, and the account of the state the right to list. ' +
  `To see why it fails, run:\n\n    cd ${shellWord(folder)} && ${shellWord(program)} workspace list`;
