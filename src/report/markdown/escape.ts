import { inElement } from '../../words/markup';

/**
 * Returns a code span with exactly this text. Nothing in a code span is Markdown, HTML, a mention, a reference or a link,
 * on GitHub and on GitLab. The text must be one line.
 */
export function code(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map(run => run.length)) + 1);
  // Without blanks, the delimiter would join a backtick, and Markdown would strip a blank at both ends.
  const padding = /^[` ]|[` ]$/.test(text) && text.trim() !== '' ? ' ' : '';
  return text === '' ? '(empty)' : `${fence}${padding}${text}${padding}${fence}`;
}

/** Returns a fenced block with exactly these lines. */
export function codeBlock(language: string, lines: readonly string[]): string {
  const runs = lines.flatMap(line => line.match(/`+/g) ?? []);
  const fence = '`'.repeat(Math.max(2, ...runs.map(run => run.length)) + 1);
  return [`${fence}${language}`, ...lines, fence].join('\n');
}

/** Escapes own words, such as `for_each`, and names among them: a colon or a full stop may make a link. */
export const ownWords = (text: string): string => text.replace(/[\\`*_[\]<>|~#@!]|[:.](?=\S)/g, '\\$&');

/** Returns a code element with exactly this text, for a line of HTML: Markdown is not read there. */
export const htmlCode = (text: string): string => `<code>${text === '' ? '(empty)' : inElement(text)}</code>`;
