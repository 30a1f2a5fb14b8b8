/**
 * Runs in `npm version 0.2.0`, after npm has written the version to package.json and package-lock.json. It writes the
 * version to the examples, and a heading of the version to CHANGELOG.md. The generators write the rest.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../package.json';
import { filesBelow } from './ready/products.mjs';

/** Files that no tool writes the version to, with the place of the version in them. */
const handWritten: Readonly<Record<string, RegExp>> = {
  'examples/python/requirements.txt': /(?<===)\S+/,
  'examples/java/pom.xml': /(?<=<artifactId>cdktf-provider-svc<\/artifactId>\s*<version>)[^<]+/,
  'examples/go/go.mod': /(?<=cdktf-provider-svc-go\/svc v)\S+/,
};

for (const [file, place] of Object.entries(handWritten)) rewrite(file, text => text.replace(place, version));
const configurations = filesBelow('examples').filter(name => name.endsWith('.tf'));
for (const file of [...configurations, join('docs', 'how-to', 'get-started-hcl.md')])
  rewrite(file, text => text.replace(/(?<=source {2}= "svc\/svc"\n +version = "~> )[^"]+/, version));
const day = new Date().toISOString().slice(0, 10);
rewrite('CHANGELOG.md', text =>
  text.includes(`\n## ${version} `)
    ? text
    : text
        .replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} - ${day}`)
        // The notes of a release are its section.
        .replace('Nothing has been published yet. ', ''),
);

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
