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
  readonly count: number;
  /** Renders one line. It is called for the lines that may fit: a plan may have thousands more. */
  line(index: number): string;
}

interface Manner<Item> extends Omit<Section, 'count' | 'line'> {
  /** @param before the item of the line above */
  readonly render: (item: Item, before: Item | undefined) => string;
}

export function section<Item>(items: readonly Item[], { render, ...manner }: Manner<Item>): Section {
  const line = (index: number) =>
    items
      .slice(index, index + 1)
      .map(item => render(item, items[index - 1]))
      .join('');
  return { ...manner, count: items.length, line };
}

/**
 * Joins sections within a limit of characters. Heading and title of every section stand in any case, so all numbers do.
 *
 * @param whole where the lines stand that are left out, as Markdown
 */
export function fitted(head: string, sections: readonly Section[], limit: number, whole: string): string {
  const filled = sections.filter(({ count }) => count > 0);
  const frame = (each: Section) => framed(each, '', leftOut(each.count, whole)).length;
  let room = limit - head.length - filled.reduce((sum, each) => sum + frame(each), 0);
  const texts = new Map<Section, string>();
  for (const each of [...filled].sort((one, other) => one.rank - other.rank)) {
    const { lines, shown } = linesWithin(each, room);
    room -= lines.length;
    texts.set(
      each,
      shown === each.count ? wholly(each, lines) : framed(each, lines, leftOut(each.count - shown, whole)),
    );
  }
  return head + filled.map(each => texts.get(each)).join('');
}

function linesWithin({ count, line }: Section, room: number) {
  let lines = '';
  for (let index = 0; index < count; index += 1) {
    const next = `${line(index)}\n`;
    if (lines.length + next.length > room) return { lines, shown: index };
    lines += next;
  }
  return { lines, shown: count };
}

const wholly = (each: Section, lines: string): string =>
  each.count > each.longestOpen ? framed(each, lines, '') : `${headingOf(each)}\n${lines}`;

const framed = (each: Section, lines: string, end: string): string =>
  `${headingOf(each)}\n<details><summary>${each.title}</summary>\n\n${lines}${end}\n</details>\n`;

const headingOf = ({ heading }: Section) => (heading === '' ? '' : `\n${heading}\n`);

const leftOut = (count: number, whole: string): string =>
  `\n*${count} left out: a comment has no room for more.* ${whole}\n`;
