/** A part of a Markdown report: a heading, and lines of which the last may be left out. */
export interface Section {
  readonly heading: string;
  readonly lines: readonly string[];
  /** What the lines are, for the sentence about those left out: `risks`. */
  readonly noun: string;
}

/** Longest sentence about what was left out. */
const reserve = 160;

/**
 * Joins sections within a limit of characters. The first sections get the room first, and each later one keeps room for
 * its heading and for a sentence that says how many lines it leaves out.
 */
export function fitted(head: string, sections: readonly Section[], limit: number): string {
  const filled = sections.filter(({ lines }) => lines.length > 0);
  let text = head;
  filled.forEach((section, index) => {
    const later = filled.slice(index + 1).reduce((sum, { heading }) => sum + heading.length + reserve, 0);
    text += ofSection(section, limit - text.length - later);
  });
  return text;
}

function ofSection({ heading, lines, noun }: Section, room: number): string {
  const title = `\n${heading}\n\n`;
  const whole = lines.reduce((sum, line) => sum + line.length + 1, title.length);
  const space = whole <= room ? room : room - reserve;
  let text = title;
  for (const [index, line] of lines.entries()) {
    if (text.length + line.length + 1 > space)
      return `${text}${leftOut(lines.length - index, index, noun)}\n`;
    text += `${line}\n`;
  }
  return text;
}

function leftOut(count: number, shown: number, noun: string): string {
  const more = shown === 0 ? `${count} ${noun}` : `${count} more ${noun}`;
  return `\n*${more} left out: a comment has no room for them. \`--format html\` and \`--format json\` show all.*`;
}
