import { z } from 'zod';
import type { Style } from './narrator';
import type { Stage } from './stage';

const planShape = z.object({
  resource_changes: z
    .array(z.object({ address: z.string(), change: z.object({ actions: z.array(z.string()) }) }))
    .default([]),
});

/** Number of lines shown of a failed command. */
const tail = 40;

/** Runs a cdktf command and reports each object that is created, changed or deleted. Returns the output. */
export async function run(stage: Stage, ...parameters: readonly string[]): Promise<string> {
  const { narrator, project, sandbox } = stage;
  narrator.say(`$ cdktf ${parameters.join(' ')}`, () => 'cyan');
  const started = performance.now();
  const { code, output } = await project.cdktf(parameters, line => {
    const done = /(\S+: (?:Creation|Modifications|Destruction) complete) after/.exec(line);
    if (done?.[1] !== undefined) narrator.say(`  ${done[1]}`);
  });
  for (const { id } of sandbox.controls.apiKeys.all()) {
    narrator.keepSecret(sandbox.controls.apiKeys.valueOf(id) ?? '');
  }
  const text = withoutMargin(output);
  if (code !== 0) {
    const last = text.split('\n').slice(-tail).join('\n');
    throw narrator.broken(`expected: cdktf ends with 0\nfound:    ${code}; the last it said:\n${last}`);
  }
  narrator.say(`  succeeded after ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return text;
}

/** Returns the actions that `cdktf diff` has planned, by address, without unchanged resources. */
export async function plannedActions({ project }: Stage): Promise<Record<string, string>> {
  const { resource_changes } = planShape.parse(await project.plan());
  const changing = resource_changes.filter(({ change }) => change.actions.join() !== 'no-op');
  return Object.fromEntries(changing.map(({ address, change }) => [address, change.actions.join(', ')]));
}

/** Returns the part of the output that a person reviews: the changes and the warnings. */
export function reviewed(output: string): string {
  const lines = output.split('\n');
  const first = lines.findIndex(line => /will perform the following/.test(line));
  const last = lines.findLastIndex(line => line.startsWith('Plan: '));
  if (first < 0 || last < first) return output;
  const changes = lines.slice(first + 1, last + 1).join('\n');
  return [changes.replace(/^\n+/, ''), ...warningsIn(lines)].join('\n\n');
}

/** Returns the warnings. Terraform prints each one in a frame of ╷, │ and ╵. */
function warningsIn(lines: readonly string[]): readonly string[] {
  const text = lines.map(line => line.trim()).join('\n');
  return [...text.matchAll(/^╷\n((?:│.*\n)+)╵/gm)]
    .map(([, framed = '']) => framed.replace(/^│ ?/gm, '').trim())
    .filter(words => words.startsWith('Warning: '));
}

/** Returns the style of a line of a plan, in Terraform's colours. */
export function styleOfPlan(line: string): Style | undefined {
  if (/^\s*[-+]\/[-+]/.test(line)) return 'yellow';
  if (/^\s*\+ /.test(line)) return 'green';
  if (/^\s*- /.test(line)) return 'red';
  if (/^\s*~ /.test(line) || line.startsWith('Warning: ')) return 'yellow';
  return /^\s*# |^Plan: /.test(line) ? 'bold' : undefined;
}

/** Removes the margin: cdktf prints the stack's name before the first line of a chunk, and blanks before the others. */
function withoutMargin(output: string): string {
  const name = 'security-operations  ';
  return output
    .split('\n')
    .map(line => (line.startsWith(name) || /^ {21}/.test(line) ? line.slice(name.length) : line))
    .join('\n');
}
