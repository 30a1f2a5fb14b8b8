/** A part of a Markdown report: lines of which the last may be left out, and their number, which never is. */
export interface Section {
  /** Above the section; empty if it belongs to the one before. */
  readonly heading: string;
  /** HTML. Stands above the lines where these are folded, and says how many there are. */
  readonly title: string;
  /** Sections with more lines are folded. */
  readonly longestOpen: number;
  /** Sections of a lower rank get room for their lines first. */
  readonly rank: number;
  /** Each renders one line. Those are called that may fit: a plan may have thousands more. */
  readonly lines: readonly (() => string)[];
}

/**
 * Joins sections within a limit of characters. Heading and title of every section stand in any case, so all numbers do.
 *
 * @param whole where the lines stand that are left out, as Markdown
 */
export function fitted(head: string, sections: readonly Section[], limit: number, whole: string): string {
  const filled = sections.filter(({ lines }) => lines.length > 0);
  const frame = (each: Section) => framed(each, '', leftOut(each.lines.length, whole)).length;
  let room = limit - head.length - filled.reduce((sum, each) => sum + frame(each), 0);
  const texts = new Map<Section, string>();
  for (const each of [...filled].sort((one, other) => one.rank - other.rank)) {
    const fitting = linesWithin(each, room);
    const missing = each.lines.length - fitting.length;
    const text = fitting.join('');
    room -= text.length;
    texts.set(each, missing === 0 ? wholly(each, text) : framed(each, text, leftOut(missing, whole)));
  }
  return head + filled.map(each => texts.get(each)).join('');
}

function linesWithin({ lines }: Section, room: number): readonly string[] {
  const fitting: string[] = [];
  let length = 0;
  for (const line of lines) {
    const next = `${line()}\n`;
    length += next.length;
    if (length > room) break;
    fitting.push(next);
  }
  return fitting;
}

const wholly = (each: Section, lines: string): string =>
  each.lines.length > each.longestOpen ? framed(each, lines, '') : `${headingOf(each)}\n${lines}`;

const framed = (each: Section, lines: string, end: string): string =>
  `${headingOf(each)}\n<details><summary>${each.title}</summary>\n\n${lines}${end}\n</details>\n`;

const headingOf = ({ heading }: Section) => (heading === '' ? '' : `\n${heading}\n`);

const leftOut = (count: number, whole: string): string =>
  `\n*${count} left out: a comment has no room for more.* ${whole}\n`;
