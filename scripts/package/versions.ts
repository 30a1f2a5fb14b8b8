import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What a release says about its version. package.json decides; the others follow. */
export interface Statements {
  readonly version: string;
  /** Versions in other files, by what says them. */
  readonly others: Readonly<Record<string, string | undefined>>;
  readonly changelog: string;
  /** Tags of the commit, without those that name no version. */
  readonly tags: readonly string[];
}

/** Returns a sentence for each disagreement. */
export function disagreements({ version, others, changelog, tags }: Statements): readonly string[] {
  const differing = Object.entries(others)
    .filter(([, said]) => said !== version)
    .map(([source, said]) => `${source} says ${said ?? 'no version'}, package.json ${version}.`);
  const wrongTags = tags
    .filter(tag => tag !== `v${version}`)
    .map(
      tag => `The commit has the tag ${tag}, and package.json says ${version}: the tag must be v${version}.`,
    );
  const newest = /^## (?!Unreleased)\[?v?([^\s\]]+)/m.exec(changelog)?.[1];
  const isReleased = tags.length > 0 || !/^## Unreleased/m.test(changelog);
  const wrongChangelog =
    isReleased && newest !== version
      ? [
          `The newest release in CHANGELOG.md is ${newest ?? 'none'}: it must be ${version}. Write its heading with:\n\n    npm version --allow-same-version --no-git-tag-version ${version}\n`,
        ]
      : [];
  return [...differing, ...wrongTags, ...wrongChangelog];
}

/** @throws if the file is missing, with the way to get it */
export function textOf(file: string): string {
  const path = join(process.cwd(), file);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  const isBuilt = file === '.jsii' || file.startsWith('dist/');
  throw new Error(`${file} is missing. Run "${isBuilt ? 'npm run build' : `git restore ${file}`}".`);
}

const withVersion = z.object({ version: z.string() });
const versionIn = (file: string) => withVersion.parse(JSON.parse(textOf(file))).version;
const found = (file: string, pattern: RegExp) => pattern.exec(textOf(file))?.[0];

/** Files that no tool writes the version to, with the place of the version in them. */
export const handWritten: Readonly<Record<string, RegExp>> = {
  'examples/python/requirements.txt': /(?<===)\S+/,
  'examples/java/pom.xml': /(?<=<artifactId>cdktf-provider-svc<\/artifactId>\s*<version>)[^<]+/,
  'examples/go/go.mod': /(?<=cdktf-provider-svc-go\/svc v)\S+/,
  'examples/csharp/SecurityOperations.csproj': /(?<=Include="Svc\.Cdktf\.Provider" Version=")[^"]+/,
};

/** Reads the statements of this clone. */
export function statements(): Statements {
  return {
    version: versionIn('package.json'),
    others: {
      'package-lock.json': versionIn('package-lock.json'),
      '.jsii': versionIn('.jsii'),
      'dist/cdktn/package.json': versionIn('dist/cdktn/package.json'),
      'dist/cdktn/.jsii': versionIn('dist/cdktn/.jsii'),
      'src/constructs/gen/provider.ts': found(
        'src/constructs/gen/provider.ts',
        /(?<=providerVersion: ')[^']+/,
      ),
      ...Object.fromEntries(
        Object.entries(handWritten).map(([file, version]) => [file, found(file, version)]),
      ),
    },
    changelog: textOf('CHANGELOG.md'),
    tags: tagsOfCommit(),
  };
}

function tagsOfCommit(): readonly string[] {
  const tags = execFileSync('git', ['tag', '--points-at', 'HEAD'], { encoding: 'utf8' });
  return tags.split('\n').filter(tag => /^v?\d/.test(tag));
}
