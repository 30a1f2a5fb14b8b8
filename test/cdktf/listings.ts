import { readFileSync } from 'node:fs';

/** The text below a heading of a page, up to the next heading of the same depth. */
export function sectionOf(page: string, heading: string): string {
  const text = readFileSync(page, 'utf8');
  const section = text.split(/^## /m).find(part => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${page} has no section "${heading}".`);
  return section;
}

/** The listings of one language below a heading, in their order. */
export function codeOf(page: string, heading: string, language: string): string[] {
  const fences = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...sectionOf(page, heading).matchAll(fences)].map(([, code = '']) => code);
}
