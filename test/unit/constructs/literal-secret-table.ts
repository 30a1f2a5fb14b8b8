import { readFileSync } from 'node:fs';

const document = readFileSync('docs/literal-secrets.md', 'utf8');

/** The programs of the document, in their order: what the rows of its tables are run after. */
export const programs = [...document.matchAll(/```typescript\n([\s\S]*?)```/g)].map(([, code = '']) => code);

/** The rows of the table under a heading: the code of the first column, and why. */
export function rowsUnder(heading: string): [code: string, reason: string][] {
  const section = document.split(/^## /m).find(part => part.startsWith(`${heading}\n`)) ?? '';
  const [, ...rows] = section.split('\n').filter(line => /^\| [^|]/.test(line));
  return rows.map(row => {
    const {
      plain,
      withTicks,
      reason = '',
    } = /^\| (?:`` (?<withTicks>.*) ``|`(?<plain>[^`]*)`) \| (?<reason>.*) \|$/.exec(row)?.groups ?? {};
    const code = plain ?? withTicks;
    if (code === undefined) throw new Error(`This row has no code: ${row}`);
    return [code, reason];
  });
}
