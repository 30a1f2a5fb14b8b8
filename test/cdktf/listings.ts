import { readFileSync } from 'node:fs';

/** The text below a heading of a page, up to the next heading of the same depth. */
export function sectionOf(page: string, heading: string): string {
  const text = readFileSync(page, 'utf8');
  const section = text.split(/^## /m).find(part => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${page} has no section "${heading}".`);
  return section;
}

/** The first listing of one language before all headings but the page's own. */
export function codeBefore(page: string, language: string): string {
  const [introduction = ''] = readFileSync(page, 'utf8').split(/^## /m);
  const [first] = listings(introduction, language);
  if (first === undefined) throw new Error(`${page} does not begin with a listing in ${language}.`);
  return first;
}

/** The listings of one language below a heading, in their order. */
export function codeOf(page: string, heading: string, language: string): string[] {
  return listings(sectionOf(page, heading), language);
}

const stackOfReadme = (language: string) => codeOf('README.md', 'A stack', language);
const [install = ''] = stackOfReadme('shell');

/** The stack in README: its program, and the settings of its project. */
export const readme = {
  program: stackOfReadme('typescript').join(),
  settings: stackOfReadme('json').join(),
  tsconfig: /^echo '([^']*)' > tsconfig\.json$/m.exec(install)?.[1] ?? '',
};

/** What the comments of a shell listing promise: the line below a command. A comment above one ends with a full stop. */
export function promisesOf(listing: string): string[] {
  return [...listing.matchAll(/^# (.*)$/gm)].map(([, promise = '']) => promise);
}

/** All fences are read in pairs: the end of one is not the beginning of another without a language. */
function listings(text: string, language: string): string[] {
  const all = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
  return all.filter(([, named]) => named === language).map(([, , code = '']) => code);
}
