/**
 * Removes code spans and fenced blocks from Markdown, as CommonMark delimits them: a span ends at the next run of as many
 * backticks, and a block at a line with at least as many. What is left is read as Markdown, HTML, mentions and links.
 */
export function outsideCode(markdown: string): string {
  let left = '';
  let fence = '';
  for (const line of markdown.split('\n')) {
    const opening = /^(`{3,})[a-z]*$/.exec(line)?.[1];
    if (fence === '' && opening !== undefined) fence = opening;
    else if (fence !== '' && /^`+$/.test(line) && line.length >= fence.length) fence = '';
    else if (fence === '') left += `${isHtml(line) ? withoutElements(line) : withoutSpans(line)}\n`;
  }
  return left;
}

/** Markdown is not read in the line of a title. Only the end of its code element ends code there. */
const isHtml = (line: string) => line.startsWith('<details>');

const withoutElements = (line: string) => line.replaceAll(/<code>[^<>]*<\/code>/g, '');

function withoutSpans(line: string): string {
  let left = '';
  let rest = line;
  for (let run = /`+/.exec(rest); run !== null; run = /`+/.exec(rest)) {
    const [opening] = run;
    const inside = rest.slice(run.index + opening.length);
    const closing = [...inside.matchAll(/`+/g)].find(([found]) => found.length === opening.length);
    left += rest.slice(0, run.index);
    if (closing === undefined) {
      left += opening;
      rest = inside;
    } else rest = inside.slice(closing.index + opening.length);
  }
  return left + rest;
}
