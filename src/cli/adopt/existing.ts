import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { operationOf, printable } from '../../client';
import { shellWord } from '../../client/redaction/shell-word';
import { endpointExists, keyExists } from '../../provider/creates/words';
import { plural } from '../../report/verdict';
import { print, say } from '../say';
import { findTerraform, longestText, productOf, type TerraformBinary } from '../terraform-binary';
import { literal } from './blocks';
import { writeNew } from './write-new';

/** What a plan names at one address. */
interface Named {
  readonly address: string;
  readonly ids: readonly string[];
}

interface Planned {
  /** Endpoints that the plan would register again. */
  readonly endpoints: readonly Named[];
  /** Keys that are equal to one that the plan issues. */
  readonly keys: readonly Named[];
  /** Other errors of the plan. */
  readonly errors: readonly string[];
}

/**
 * `adopt --existing`: plans the configuration of this folder, and writes an import block for each endpoint that exists
 * already. An error hides what depends on its object, so it plans again with what it has written. It saves no plan, so nothing
 * can be applied by mistake.
 */
export async function adoptExisting(file: string | undefined): Promise<void> {
  const terraform = await findTerraform({ environment: process.env, preferred: productOf('.') });
  const written = new Set<string>();
  let planned = await plan(terraform);
  const { keys } = planned;
  for (;;) {
    for (const { address, ids } of planned.endpoints) print(`${address}  ${ids.join(' ')}`);
    const sole = planned.endpoints.filter(({ address, ids }) => ids.length === 1 && !written.has(address));
    if (file === undefined || sole.length === 0) break;
    (written.size === 0 ? writeNew : appendFileSync)(file, sole.map(importBlock).join(''));
    for (const { address } of sole) written.add(address);
    planned = await plan(terraform);
  }
  if (file !== undefined && written.size > 0)
    say(`${file} imports ${plural(written.size, 'endpoint')}. Nothing was changed on the platform.`);
  else if (planned.endpoints.length === 0) print('No endpoint of this configuration exists without a state.');
  sayKeys([...keys, ...planned.keys]);
  for (const { address, ids } of planned.endpoints.filter(({ ids: { length } }) => length > 1))
    say(`Warning: ${address} equals ${ids.join(' and ')}. Write the import block of the one that is yours.`);
  if (planned.errors.length > 0) throw new Error(`The plan has other errors: ${planned.errors.join('; ')}.`);
}

const importBlock = ({ address, ids }: Named) =>
  `import {\n  to = ${address}\n  id = ${literal(ids[0])}\n}\n\n`;

/** The command takes the key of the provider from the environment: no process list and no history shows it. */
function sayKeys(keys: readonly Named[]): void {
  const ids = [...new Set(keys.flatMap(each => each.ids))];
  if (ids.length === 0) return;
  for (const { address, ids: equal } of keys) print(`${address}  ${equal.join(' ')}`);
  say(
    `${plural(ids.length, 'key')} of an earlier run ${ids.length === 1 ? 'equals' : 'equal'} what the apply issues. Nobody can ` +
      'read their values. After the apply, once nobody uses them any more, revoke them on the platform, or with:\n\n' +
      `for id in ${ids.map(shellWord).join(' ')}; do\n` +
      '  printf \'header = "Authorization: Bearer %s"\\n\' "$SVC_API_KEY" |\n' +
      '    curl --fail --silent --show-error --config - --request DELETE "$SVC_BASE_URL' +
      `${operationOf('apiKeys.delete').path.replace('{id}', '$id')}"\ndone`,
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
  const said = output.split('\n').flatMap(diagnosticIn);
  const withPrefix = (prefix: string) =>
    said
      .filter(({ summary }) => summary.startsWith(prefix))
      .map(({ address, summary }) => ({
        address,
        ids: summary.slice(prefix.length).split(', ').map(printable),
      }));
  const isOther = ({ severity, summary }: Diagnostic) =>
    severity === 'error' && !summary.startsWith(endpointExists);
  return {
    endpoints: withPrefix(endpointExists),
    keys: withPrefix(keyExists),
    errors: said.filter(isOther).map(({ address, summary }) => `${summary} (${address || product})`),
  };
}

interface Diagnostic {
  readonly severity: string;
  readonly summary: string;
  readonly address: string;
}

/** Reads a line of `plan -json`. The address has the key of the instance (Terraform's "Machine-Readable UI"). */
function diagnosticIn(line: string): readonly Diagnostic[] {
  const parsed: unknown = told(line);
  const { severity, summary, address = '' } = Object(Object(parsed).diagnostic);
  const isDiagnostic = [severity, summary, address].every(value => typeof value === 'string');
  return isDiagnostic ? [{ severity, summary, address }] : [];
}

function told(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
