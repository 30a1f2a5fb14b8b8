import { createInterface } from 'node:readline/promises';

/**
 * Asks at the terminal.
 * @param act for example `delete`
 * @throws {Error} unless the answer is yes
 */
export async function confirm(question: string, act: string, refusal: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Error(
      `Standard input is not a terminal, so this command cannot ask. To ${act} without a question, add --yes.`,
    );
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} Type "yes" to confirm: `);
  terminal.close();
  if (answer.trim() !== 'yes') throw new Error(refusal);
}
