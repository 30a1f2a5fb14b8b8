import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { z } from 'zod';
import { shellWord } from '../../client';
import { collectionOfResource } from '../../provider/kinds';
import { findTerraform } from '../terraform-binary';
import { withoutNotices } from '../without-notices';

const execute = promisify(execFile);

/** The arguments of our resources that name objects. The keys before a rotation are managed, too. */
const named = z.object({
  id: z.unknown().optional(),
  previous_id: z.unknown().optional(),
  unrevoked_ids: z.array(z.unknown()).nullish(),
});
const resource = z.object({ mode: z.string(), type: z.string() });
const shownModule = z.object({
  resources: z.array(resource.extend({ values: named })).default([]),
  get child_modules() {
    return z.array(shownModule).default([]);
  },
});
type ShownModule = z.infer<typeof shownModule>;

/** What `terraform show -json` prints of a state. Of a plan, it prints planned values. */
const shownState = z
  .object({
    format_version: z.string(),
    values: z.object({ root_module: shownModule }).optional(),
    planned_values: z.never().optional(),
  })
  .transform(({ values }) => (values === undefined ? [] : resourcesIn(values.root_module)));

/** A state file, and what `terraform state pull` prints. */
const stateFile = z
  .object({
    version: z.literal(4),
    resources: z.array(resource.extend({ instances: z.array(z.object({ attributes: named })) })),
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
 * Returns the ids of all objects that the states manage.
 *
 * @param files state files, what `terraform show -json` prints, or `-` for standard input; none means the states of the
 *   Terraform configuration or of the cdktf stacks in this folder
 * @throws {Error} that names the state that cannot be read, and repeats nothing of it
 */
export async function managedIds(files: readonly string[]): Promise<ReadonlySet<string>> {
  const ids: unknown[] = [];
  if (files.length === 0)
    for (const folder of initializedFolders()) ids.push(...idsIn(await shown(folder), folder));
  for (const file of files) {
    const content = file === '-' ? text(process.stdin) : readFile(file, 'utf8');
    ids.push(...idsIn(await content.catch(() => ''), file === '-' ? 'Standard input' : resolve(file)));
  }
  return new Set(ids.filter(id => typeof id === 'string'));
}

function idsIn(content: string, origin: string): readonly unknown[] {
  const parsed = z.union([stateFile, shownState]).safeParse(jsonOf(withoutNotices(content)));
  if (!parsed.success)
    throw new Error(
      `${origin} is no state that can be read. Give a state file, or what \`terraform show -json\` prints without a plan.`,
    );
  return parsed.data
    .filter(({ mode, type }) => mode === 'managed' && collectionOfResource.has(type))
    .flatMap(({ values: { id, previous_id, unrevoked_ids } }) => [id, previous_id, ...(unrevoked_ids ?? [])]);
}

function jsonOf(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function initializedFolders(): readonly string[] {
  const stacks = join('cdktf.out', 'stacks');
  const projects = existsSync(stacks) ? readdirSync(stacks).map(name => join(stacks, name)) : [];
  const folders = [
    ...(existsSync(process.env['TF_DATA_DIR'] || '.terraform') ? ['.'] : []),
    ...projects.filter(project => existsSync(join(project, '.terraform'))),
  ];
  if (folders.length > 0) return folders.map(folder => resolve(folder));
  throw new Error(
    'This folder has no initialized Terraform configuration and no cdktf stack, so nobody knows what is managed. Name ' +
      'each state: --state FILE. To adopt all objects, run `terraform init` in an empty configuration first.',
  );
}

async function shown(folder: string): Promise<string> {
  const { path, product } = await findTerraform({ environment: process.env });
  const options = { cwd: folder, env: { ...process.env, CHECKPOINT_DISABLE: '1' }, maxBuffer: 2 ** 29 };
  try {
    return (await execute(path, ['show', '-json', '-no-color'], options)).stdout;
  } catch {
    // Its own words may repeat a part of the state.
    throw new Error(
      `\`${product} show -json\` failed in ${folder}. To see why, run:\n\n    cd ${shellWord(folder)} && ${shellWord(path)} show`,
    );
  }
}
