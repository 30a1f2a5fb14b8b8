/** A part of a Markdown report: a heading, and lines of which the last may be left out. */
export interface Section {
  readonly heading: string;
  readonly count: number;
  /** Renders one line. It is called for the lines that may fit: a plan may have thousands more. */
  line(index: number): string;
  /** What the lines are, for the sentence about those left out: `risks`. */
  readonly noun: string;
}

/** @param render returns the line of one item */
export function section<Item>(
  heading: string,
  noun: string,
  items: readonly Item[],
  render: (item: Item) => string,
): Section {
  const line = (index: number) =>
    items
      .slice(index, index + 1)
      .map(render)
      .join('');
  return { heading, noun, count: items.length, line };
}

/** Longest sentence about what was left out. */
const reserve = 160;

/**
 * Joins sections within a limit of characters. The first sections get the room first, and each later one keeps room for
 * its heading and for a sentence that says how many lines it leaves out.
 */
export function fitted(head: string, sections: readonly Section[], limit: number): string {
  const filled = sections.filter(({ count }) => count > 0);
  let text = head;
  filled.forEach((each, index) => {
    const later = filled.slice(index + 1).reduce((sum, { heading }) => sum + heading.length + reserve, 0);
    text += filledUp(each, limit - text.length - later);
  });
  return text;
}

function filledUp({ heading, count, line, noun }: Section, room: number): string {
  let text = `\n${heading}\n\n`;
  for (let index = 0; index < count; index += 1) {
    const next = `${line(index)}\n`;
    const isLast = index === count - 1;
    if (text.length + next.length > (isLast ? room : room - reserve))
      return `${text}${leftOut(count - index, index, noun)}\n`;
    text += next;
  }
  return text;
}

function leftOut(count: number, shown: number, noun: string): string {
  const more = shown === 0 ? `${count} ${noun}` : `${count} more ${noun}`;
  return `\n*${more} left out: a comment has no room for them. \`--format html\` and \`--format json\` show all.*`;
}
