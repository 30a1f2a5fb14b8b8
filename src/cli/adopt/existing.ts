import { appendFileSync, existsSync } from 'node:fs';
import { z } from 'zod';
import { printable } from '../../client';
import { parse } from '../../client/errors/platform-refusal';
import { alreadyThere, equalBegins, equalThere, notComparedWith } from '../../provider/creates/words';
import { groupedBy } from '../../report/grouped';
import { plural } from '../../words/plural';
import { print, say } from '../say';
import { findTerraform, productOf, runTerraform, type TerraformBinary } from '../terraform-binary';
import { importBlock } from './languages';
import { managedBy } from './managed-ids';
import { writeNew } from './write-new';

/** What a plan names at one address. */
interface EqualObjects {
  readonly address: string;
  readonly ids: readonly string[];
}

interface Planned {
  /** What exists, and the plan would create again. */
  readonly existing: readonly EqualObjects[];
  /** What is equal to one that the plan creates, and cannot take its place: keys. */
  readonly equal: readonly EqualObjects[];
  /** Addresses of import blocks. */
  readonly imported: readonly string[];
  /** Ids of what was read, by address. Where a state has one, Terraform ignores an import. */
  readonly refreshed: ReadonlyMap<string, string>;
  /** Ids of what the platform knows. */
  readonly found: readonly string[];
  /** Other errors of the plan, and what it could not compare. */
  readonly errors: readonly string[];
}

/**
 * `adopt --existing`: plans the configuration of this folder, and writes an import block for each object that exists
 * already. An error hides what depends on its object, so it plans again with what it has written. It saves no plan, so nothing
 * can be applied by mistake. A key is imported on demand, where one key and one block are equal. Terraform plans creates before it has read all states, so what a state has is left out here.
 */
export async function adoptExisting(file: string | undefined, importsKeys = false): Promise<void> {
  const terraform = await findTerraform(productOf('.'));
  const { ids: managed } = await managedBy([]);
  const written = new Set<string>();
  const doubts = new Set<string>();
  const keys = new Map<string, string>();
  for (;;) {
    const planned = await plan(terraform);
    const equalKeys = planned.equal.filter(({ ids: [id = ''] }) => !managed.has(idOf(id)));
    for (const { address, ids } of equalKeys) for (const id of ids) keys.set(id, address);
    for (const address of planned.imported) {
      // The plan shows no id of an import by identity. The refresh before it does.
      const id = planned.refreshed.get(address) ?? '';
      if (managed.has(id)) doubts.add(importedAgain(address, id));
    }
    const soleKeys = importsKeys ? soleOf(equalKeys) : [];
    const news = [...planned.existing, ...soleKeys.map(toImport)].filter(named => {
      const doubt = doubtAbout(named, planned, managed, written);
      (doubt === undefined ? written : doubts).add(doubt ?? named.ids.join());
      return doubt === undefined;
    });
    for (const { address, ids } of news) print(`${address}  ${ids.join()}`);
    for (const error of planned.errors) doubts.add(error);
    const blocks = news.map(({ address, ids }) => `${importBlock(address, ids[0])}\n`).join('');
    if (file !== undefined && news.length > 0)
      (written.size === news.length ? writeNew : appendFileSync)(file, blocks);
    if (file === undefined || news.length === 0) break;
  }
  if (written.size === 0 && doubts.size === 0) print('Nothing that this plan creates has to be imported.');
  else if (file !== undefined && written.size > 0)
    say(`${file} imports ${plural(written.size, 'object')}. Nothing was changed on the platform.`);
  for (const id of keys.keys()) if (written.has(idOf(id))) keys.delete(id);
  sayKeys(keys);
  for (const doubt of doubts) say(`Warning: ${doubt}`);
  if (doubts.size > 0) throw new Error('The plan has more to decide: see the warnings.');
}

/** Returns why nothing can be imported there. */
function doubtAbout(
  { address, ids }: EqualObjects,
  { refreshed, found }: Planned,
  managed: ReadonlySet<string>,
  written: ReadonlySet<string>,
): string | undefined {
  const equals = `${address} equals ${ids.join(' and ')}`;
  const stored = ids.find(id => managed.has(id));
  if (stored !== undefined)
    return `${address} equals ${stored}, which a state of this folder has: write a \`moved\` block, or, if another workspace has it, another address.`;
  if (ids.length > 1) return `${equals}: import the one that is yours.`;
  if (written.has(ids.join())) return `${equals}, too: remove one of the blocks.`;
  // Whose the equal object is comes first: with the key of another account, every object of the state seems to be gone.
  if (!managed.has(refreshed.get(address) ?? '')) return undefined;
  const cure = found.some(id => managed.has(id))
    ? 'Run `terraform apply -refresh-only`, which removes one that is gone, then this command again.'
    : 'This key knows no object of the state, so it may be of another account. If somebody deleted them: `terraform state rm`.';
  return `${equals}, and the state still has another object there. ${cure}`;
}

/** Terraform would import it into a second state, or at a second address. */
const importedAgain = (address: string, id: string) =>
  `${address} would import ${id}, which a state of this folder has: remove an old import block, or write a \`moved\` block.`;

/** The plan names a key with the time of its issue. */
const idOf = (key: string) => key.split(' ')[0] ?? '';
const toImport = ({ address, ids }: EqualObjects): EqualObjects => ({ address, ids: ids.map(idOf) });

/** One key and one block are equal: neither has another equal one. */
function soleOf(all: readonly EqualObjects[]): readonly EqualObjects[] {
  const ofAddress = groupedBy(all, ({ address }) => address);
  const ofIds = groupedBy(all, ({ ids }) => ids.join());
  return all.filter(
    ({ address, ids }) => ofAddress.get(address)?.length === 1 && ofIds.get(ids.join())?.length === 1,
  );
}

function sayKeys(keys: ReadonlyMap<string, string>): void {
  if (keys.size === 0) return;
  for (const [key, address] of keys) print(`${address}  ${key}`);
  say(
    `${plural(keys.size, 'key')} that no state of this folder has ${keys.size === 1 ? 'equals' : 'equal'} what the apply issues. Nobody ` +
      'can read their values, and one may be in use by another folder. Where nothing reads `key`, --keys imports a sole equal one. ' +
      'Otherwise the apply issues another: revoke the former one on the platform once no state has it and nobody uses it.',
  );
}

const resource = z.object({ addr: z.string() });
/** A line of `plan -json`, as far as it is read (Terraform's "Machine-Readable UI"). An address has the key of its instance. */
const shownLine = z.object({
  type: z.string().optional(),
  diagnostic: z
    .object({ severity: z.string(), summary: z.string(), address: z.string().default('') })
    .optional(),
  hook: z.object({ resource, id_value: z.string().optional() }).optional(),
  change: z.object({ resource, importing: z.unknown() }).optional(),
});

/** Plans without a file. */
async function plan({ path, product }: TerraformBinary): Promise<Planned> {
  const planning = runTerraform(path, ['plan', '-json', '-input=false', '-no-color']);
  let hasFailed = false;
  const { stdout = '' } = await planning.catch((failure: { readonly stdout?: string }) => {
    hasFailed = true;
    return failure;
  });
  const lines = stdout.split('\n').map(line => shownLine.safeParse(parse(line)).data ?? {});
  const said = lines.flatMap(({ diagnostic }) => diagnostic ?? []);
  // One that was killed has said nothing of what exists.
  if (hasFailed && !said.some(({ severity }) => severity === 'error'))
    throw new Error(`\`${product} plan -json\` failed, and printed no error.`);
  // The end of the read of an object that is gone has no id.
  const read = lines.flatMap(({ type, hook: { resource, id_value: id } = {} }) =>
    resource && id ? [{ type, addr: resource.addr, id }] : [],
  );
  const refreshed = new Map(read.map(({ addr, id }) => [addr, id]));
  const after = (words: string, begins = '') =>
    said.flatMap(({ address, summary }) => {
      const [, ids] = summary.startsWith(begins) ? summary.split(words) : [];
      return ids === undefined ? [] : [{ address, ids: ids.split(', ').map(printable) }];
    });
  const isOther = ({ severity, summary }: (typeof said)[number]) =>
    (severity === 'error' && !summary.includes(alreadyThere)) || summary.endsWith(notComparedWith);
  return {
    existing: after(alreadyThere),
    // Another provider may say that something exists.
    equal: after(equalThere, equalBegins),
    refreshed,
    found: read.flatMap(({ type, id }) => (type === 'refresh_complete' ? [id] : [])),
    imported: lines.flatMap(({ change }) => (change?.importing === undefined ? [] : change.resource.addr)),
    errors: said
      .filter(isOther)
      .map(({ address, summary }) => `${summary} (${address || product}).${adviceAbout(summary, product)}`),
  };
}

/** Terraform's own errors of a folder in which it cannot plan. */
function adviceAbout(summary: string, product: TerraformBinary['product']): string {
  if (summary === 'No configuration files' && existsSync('cdktf.json'))
    return ' Run this command in cdktf.out/stacks/STACK.';
  return summary === 'Inconsistent dependency lock file' && productOf('.') !== product
    ? ' OpenTofu has initialized this folder: name it, TERRAFORM_BINARY_NAME=tofu.'
    : '';
}
