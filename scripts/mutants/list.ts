import { readFileSync } from 'node:fs';
import { z } from 'zod';

const mutant = z.strictObject({
  file: z.string(),
  /** Text that occurs once in the file, and its replacement. */
  before: z.string(),
  after: z.string(),
  /** The promise that the change breaks. */
  breaks: z.string(),
  /** Paths of vitest, where the room's are not meant. */
  tests: z.array(z.string()).optional(),
});
export type Mutant = z.infer<typeof mutant>;

export function allMutants(): readonly Mutant[] {
  return z.array(mutant).parse(JSON.parse(readFileSync('test/mutants/mutants.json', 'utf8')));
}

/** Returns the text of a mutant's file around what it replaces: two parts, if that occurs once. */
export function partsOf({ file, before }: Mutant): readonly string[] {
  return readFileSync(file, 'utf8').split(before);
}
