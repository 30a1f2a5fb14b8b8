/**
 * Returns the section of a version in the changelog, without its heading.
 *
 * @throws if there is none
 */
export function notesOf(version: string, changelog: string): string {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find(text => versionOf(text) === version);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section of ${version}.`);
  return `${version}\n\n${section.slice(section.indexOf('\n')).trim()}`;
}

/** A heading is a version, in brackets or not, and may end with a date. */
function versionOf(section: string): string | undefined {
  return /^\[?v?([^\s\]]+)/.exec(section)?.[1];
}
