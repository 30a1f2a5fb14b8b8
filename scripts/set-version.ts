/**
 * Runs in `npm version 0.2.0`, after npm has written the version to package.json and package-lock.json. It writes the
 * version to the examples, and a heading of the version to CHANGELOG.md. The generators write the rest.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { version } from '../package.json';
import { handWritten } from './package/versions';

for (const [file, place] of Object.entries(handWritten)) rewrite(file, text => text.replace(place, version));
const day = new Date().toISOString().slice(0, 10);
rewrite('CHANGELOG.md', text =>
  text.includes(`\n## ${version} `)
    ? text
    : text.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} - ${day}`),
);

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
