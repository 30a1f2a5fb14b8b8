import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** The stack of the examples. */
export const exampleStack = 'security-operations';

const written = z.record(z.string(), z.unknown());

/**
 * What synthesis has written for the stack of the examples, without notes and the place of the state.
 *
 * @param output the folder `cdktf.out`
 */
export async function synthesizedStack(output: string): Promise<unknown> {
  const file = path.join(output, 'stacks', exampleStack, 'cdk.tf.json');
  const { terraform, ...rest } = written.parse(JSON.parse(await readFile(file, 'utf8')));
  const { backend: _, ...required } = written.parse(terraform);
  return withoutNotes({ ...rest, terraform: required });
}

function withoutNotes(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutNotes);
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json).filter(([name]) => name !== '//');
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutNotes(value)]));
}
