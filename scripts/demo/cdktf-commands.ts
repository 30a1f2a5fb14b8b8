import { z } from 'zod';
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
  narrator.say(`$ cdktf ${parameters.join(' ')}`);
  const started = performance.now();
  const { code, output } = await project.cdktf(parameters, line => {
    const done = /(\S+: (?:Creation|Modifications|Destruction) complete) after/.exec(line);
    if (done?.[1] !== undefined) narrator.say(`  ${done[1]}`);
  });
  for (const { id } of sandbox.controls.apiKeys.all()) {
    narrator.keepSecret(sandbox.controls.apiKeys.valueOf(id) ?? '');
  }
  if (code !== 0) {
    const last = output.split('\n').slice(-tail).join('\n');
    throw narrator.broken(`expected: cdktf ends with 0\nfound:    ${code}; the last it said:\n${last}`);
  }
  narrator.say(`  succeeded after ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return output;
}

/** Returns the actions that `cdktf diff` has planned, by address, without unchanged resources. */
export async function plannedActions({ project }: Stage): Promise<Record<string, string>> {
  const { resource_changes } = planShape.parse(await project.plan());
  const changing = resource_changes.filter(({ change }) => change.actions.join() !== 'no-op');
  return Object.fromEntries(changing.map(({ address, change }) => [address, change.actions.join(', ')]));
}

/** Returns the warnings in an output. Terraform prints each one in a frame of ╷, │ and ╵, and cdktf before it the stack's name or blanks. */
export function warningsIn(output: string): readonly string[] {
  const text = output.replace(/^.*?(?=[╷│╵])/gm, '');
  return [...text.matchAll(/^╷\n((?:│.*\n)+)╵/gm)]
    .map(([, framed = '']) => framed.replace(/^│ ?/gm, '').trim())
    .filter(words => words.startsWith('Warning: '));
}
