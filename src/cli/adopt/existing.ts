import { execFile } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import { printable } from '../../client';
import { parse, property } from '../../client/errors/platform-refusal';
import { endpointExists, keyExists, notComparedWith } from '../../provider/creates/words';
import { plural } from '../../words/plural';
import { print, say } from '../say';
import { findTerraform, longestText, productOf, type TerraformBinary } from '../terraform-binary';
import { literal } from './blocks';
import { managedBy } from './managed-ids';
import { writeNew } from './write-new';

/** What a plan names at one address. */
interface EqualObjects {
  readonly address: string;
  readonly ids: readonly string[];
}

interface Planned {
  /** Endpoints that the plan would register again. */
  readonly endpoints: readonly EqualObjects[];
  /** Keys that are equal to one that the plan issues. */
  readonly keys: readonly EqualObjects[];
  readonly imports: readonly EqualObjects[];
  /** Ids of what was read, by address. Where a state has one, Terraform ignores an import. */
  readonly refreshed: ReadonlyMap<unknown, unknown>;
  /** Other errors of the plan, and what it could not compare. */
  readonly errors: readonly string[];
}

/**
 * `adopt --existing`: plans the configuration of this folder, and writes an import block for each endpoint that exists
 * already. An error hides what depends on its object, so it plans again with what it has written. It saves no plan, so nothing
 * can be applied by mistake. A key is imported on demand, where one key and one block are equal. Terraform plans creates before it has read all states, so what a state has is left out here.
 */
export async function adoptExisting(file: string | undefined, importsKeys = false): Promise<void> {
  const terraform = await findTerraform({ environment: process.env, preferred: productOf('.') });
  const { ids: managed } = await managedBy([]);
  const written = new Set<string>();
  const doubts = new Set<string>();
  const keys = new Map<string, string>();
  for (;;) {
    const planned = await plan(terraform);
    const equalKeys = planned.keys.filter(({ ids: [id = ''] }) => !managed.has(idOf(id)));
    for (const { address, ids } of equalKeys) for (const id of ids) keys.set(id, address);
    for (const { address, ids } of planned.imports)
      for (const id of ids) if (managed.has(id)) doubts.add(importedAgain(address, id));
    const soleKeys = importsKeys ? equalKeys.filter(each => isSole(each, equalKeys)) : [];
    const news = [...planned.endpoints, ...soleKeys.map(toImport)].filter(named => {
      const doubt = managed.has(String(planned.refreshed.get(named.address)))
        ? gone(named)
        : doubtAbout(named, managed, written);
      if (doubt === undefined) written.add(named.ids.join());
      else doubts.add(doubt);
      return doubt === undefined;
    });
    for (const { address, ids } of news) print(`${address}  ${ids.join()}`);
    for (const error of planned.errors) doubts.add(error);
    if (file !== undefined && news.length > 0)
      (written.size === news.length ? writeNew : appendFileSync)(file, news.map(importBlock).join(''));
    if (file === undefined || news.length === 0) break;
  }
  if (written.size === 0 && doubts.size === 0) print('No endpoint that this plan registers exists already.');
  else if (file !== undefined && written.size > 0)
    say(
      `${file} imports ${plural(written.size, importsKeys ? 'object' : 'endpoint')}. Nothing was changed on the platform.`,
    );
  for (const id of keys.keys()) if (written.has(idOf(id))) keys.delete(id);
  sayKeys(keys);
  for (const doubt of doubts) say(`Warning: ${doubt}`);
  if (doubts.size > 0) throw new Error('The plan has more to decide: see the warnings.');
}

/** Returns why nothing can be imported there. */
function doubtAbout(
  { address, ids }: EqualObjects,
  managed: ReadonlySet<string>,
  written: ReadonlySet<string>,
): string | undefined {
  const stored = ids.find(id => managed.has(id));
  if (stored !== undefined)
    return `${address} equals ${stored}, which a state of this folder has: write a \`moved\` block, or, if another workspace has it, another address.`;
  if (ids.length > 1) return `${address} equals ${ids.join(' and ')}: import the one that is yours.`;
  return written.has(ids.join())
    ? `${address} equals ${ids.join()}, too: remove one of the blocks.`
    : undefined;
}

/** Terraform would import it into a second state, or at a second address. */
const importedAgain = (address: string, id: string) =>
  `${address} would import ${id}, which a state of this folder has: remove an old import block, or write a \`moved\` block.`;

const importBlock = ({ address, ids }: EqualObjects) =>
  `import {\n  to = ${address}\n  id = ${literal(ids[0])}\n}\n\n`;

const gone = ({ address, ids }: EqualObjects) =>
  `${address} equals ${ids.join(' and ')}, and the state still has another object there: run \`terraform apply -refresh-only\`, which ` +
  'removes one that is gone, then this command again.';

/** The plan names a key with the time of its issue. */
const idOf = (key: string) => key.split(' ')[0] ?? '';
const toImport = ({ address, ids }: EqualObjects): EqualObjects => ({ address, ids: ids.map(idOf) });

/** One key and one block are equal: neither has another equal one. */
const isSole = ({ address, ids }: EqualObjects, all: readonly EqualObjects[]) =>
  all.filter(other => other.address === address || other.ids.join() === ids.join()).length === 1;

function sayKeys(keys: ReadonlyMap<string, string>): void {
  if (keys.size === 0) return;
  for (const [key, address] of keys) print(`${address}  ${key}`);
  say(
    `${plural(keys.size, 'key')} that no state of this folder has ${keys.size === 1 ? 'equals' : 'equal'} what the apply issues. Nobody ` +
      'can read their values, and one may be in use by another folder. Where nothing reads `key`, --keys imports a sole equal one. ' +
      'Otherwise the apply issues another: revoke the former one on the platform once no state has it and nobody uses it.',
  );
}

/** Plans without a file. */
async function plan({ path, product }: TerraformBinary): Promise<Planned> {
  const output = await new Promise<string>((resolve, reject) => {
    const env = { ...process.env, CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1' };
    const options = { env, maxBuffer: longestText };
    execFile(path, ['plan', '-json', '-input=false', '-no-color'], options, (_failure, stdout) =>
      stdout === '' ? reject(new Error(`\`${product} plan -json\` printed nothing.`)) : resolve(stdout),
    );
  });
  const lines = output.split('\n').map(parse);
  const said = lines.flatMap(diagnosticIn);
  // The end of the read of an object that is gone has no id.
  const refreshed = new Map(lines.map(refreshedIn).filter(([, id]) => typeof id === 'string' && id !== ''));
  const withPrefix = (prefix: string) =>
    said
      .filter(({ summary }) => summary.startsWith(prefix))
      .map(({ address, summary }) => ({
        address,
        ids: summary.slice(prefix.length).split(', ').map(printable),
      }));
  const isOther = ({ severity, summary }: Diagnostic) =>
    (severity === 'error' && !summary.startsWith(endpointExists)) || summary.endsWith(notComparedWith);
  return {
    endpoints: withPrefix(endpointExists),
    keys: withPrefix(keyExists),
    refreshed,
    imports: lines.flatMap(line => importIn(line, refreshed)),
    errors: said
      .filter(isOther)
      .map(({ address, summary }) => `${summary} (${address || product}).${adviceAbout(summary, product)}`),
  };
}

interface Diagnostic {
  readonly severity: string;
  readonly summary: string;
  readonly address: string;
}

/** Reads a line of `plan -json`. The address has the key of the instance (Terraform's "Machine-Readable UI"). */
function diagnosticIn(line: unknown): readonly Diagnostic[] {
  const diagnostic = property(line, 'diagnostic');
  const [severity, summary, address = ''] = ['severity', 'summary', 'address'].map(name =>
    property(diagnostic, name),
  );
  const isDiagnostic =
    typeof severity === 'string' && typeof summary === 'string' && typeof address === 'string';
  return isDiagnostic ? [{ severity, summary, address }] : [];
}

/** The plan shows no id of an import by identity. The refresh before it does. */
function refreshedIn(line: unknown): readonly [address: unknown, id: unknown] {
  const hook = property(line, 'hook');
  return [property(property(hook, 'resource'), 'addr'), property(hook, 'id_value')];
}

function importIn(line: unknown, refreshed: ReadonlyMap<unknown, unknown>): readonly EqualObjects[] {
  const change = property(line, 'change');
  const address = property(property(change, 'resource'), 'addr');
  const id = refreshed.get(address);
  const isImport = property(change, 'importing') !== undefined;
  return isImport && typeof id === 'string' && typeof address === 'string' ? [{ address, ids: [id] }] : [];
}

/** Terraform's own errors of a folder in which it cannot plan. */
function adviceAbout(summary: string, product: TerraformBinary['product']): string {
  if (summary === 'No configuration files' && existsSync('cdktf.json'))
    return ' Run this command in cdktf.out/stacks/STACK.';
  return summary === 'Inconsistent dependency lock file' && productOf('.') !== product
    ? ' OpenTofu has initialized this folder: name it, TERRAFORM_BINARY_NAME=tofu.'
    : '';
}
