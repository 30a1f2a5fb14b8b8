import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { contract, printable } from '../../client';
import { parse, property } from '../../client/errors/platform-refusal';
import { shellWord } from '../../client/redaction/shell-word';
import { endpointExists, keyExists, notComparedWith } from '../../provider/creates/words';
import { plural } from '../../report/verdict';
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
  /** Other errors of the plan, and what it could not compare. */
  readonly errors: readonly string[];
}

/**
 * `adopt --existing`: plans the configuration of this folder, and writes an import block for each endpoint that exists
 * already. An error hides what depends on its object, so it plans again with what it has written. It saves no plan, so nothing
 * can be applied by mistake. Terraform plans creates before it has read all states, so what a state has is left out here.
 */
export async function adoptExisting(file: string | undefined): Promise<void> {
  const terraform = await findTerraform({ environment: process.env, preferred: productOf('.') });
  const { ids: managed } = await managedBy([]);
  const written = new Set<string>();
  const doubts = new Set<string>();
  const keys = new Map<string, string>();
  for (;;) {
    const planned = await plan(terraform);
    for (const { address, ids } of planned.keys)
      for (const id of ids) if (!managed.has(id)) keys.set(id, address);
    for (const { address, ids } of planned.imports)
      for (const id of ids) if (managed.has(id)) doubts.add(importedAgain(address, id));
    const news = planned.endpoints.filter(named => {
      const doubt = doubtAbout(named, managed, written);
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
    say(`${file} imports ${plural(written.size, 'endpoint')}. Nothing was changed on the platform.`);
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

/** The command takes the key of the provider from the environment: no process list and no history shows it. */
function sayKeys(keys: ReadonlyMap<string, string>): void {
  if (keys.size === 0) return;
  for (const [id, address] of keys) print(`${address}  ${id}`);
  say(
    `${plural(keys.size, 'key')} that no state of this folder has ${keys.size === 1 ? 'equals' : 'equal'} what the apply issues. Nobody ` +
      'can read their values. After the apply, once nobody uses them any more, and if no other state has them, revoke them on the ' +
      'platform, or, with SVC_BASE_URL and SVC_API_KEY of that platform, with:\n\n' +
      `for id in ${[...keys.keys()].map(shellWord).join(' ')}; do\n` +
      '  printf \'header = "Authorization: Bearer %s"\\n\' "$SVC_API_KEY" |\n' +
      '    curl --fail --silent --show-error --globoff --path-as-is --config - --request DELETE ' +
      `"\${SVC_BASE_URL%/}${contract['apiKeys.delete'].path.replace('{id}', '$id')}" ||\n    echo "$id is not revoked" >&2\ndone`,
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
  const refreshed = new Map(lines.map(refreshedIn));
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
    imports: lines.flatMap(line => importIn(line, refreshed)),
    errors: said.filter(isOther).map(({ address, summary }) => `${summary} (${address || product}).`),
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
