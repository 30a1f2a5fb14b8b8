import { readFileSync } from 'node:fs';
import { disagreements, type Statements } from '../package/versions';
import type { PublishingStep } from './steps';

/** What a release is decided by. */
export interface Situation {
  /** The version that the command names. */
  readonly wanted: string;
  /** `git status --porcelain`: a line for each changed or untracked file. */
  readonly changes: readonly string[];
  /** The commit of the release's tag, if that exists. */
  readonly tagged: string | undefined;
  /** The commit to release. */
  readonly head: string;
  readonly statements: Statements;
}

/** Three numbers (semver.org). */
const releasable = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

const prerelease = (wanted: string) =>
  `${wanted} is not a version to release: that is three numbers, for example 0.2.0. Prereleases are not published, because npm ` +
  'and GitHub would give them to everybody as the latest version.';

/** Returns a sentence for each reason not to release. */
export function refusals({ wanted, changes, tagged, head, statements }: Situation): readonly string[] {
  if (!releasable.test(wanted)) return [prerelease(wanted)];
  const { version, tags } = statements;
  const tag = `v${wanted}`;
  const otherVersion =
    version === wanted
      ? []
      : [
          `package.json says ${version}, and the release is ${wanted}. Write the version to all files with:\n\n    npm version --no-git-tag-version ${wanted}\n`,
        ];
  const dirty =
    changes.length === 0
      ? []
      : [`The clone has changes that are in no commit:\n${changes.slice(0, 10).join('\n')}`];
  const moved =
    tagged === undefined || tagged === head
      ? []
      : [
          `The tag ${tag} is at ${tagged.slice(0, 12)}, and this commit is ${head.slice(0, 12)}. A released version never changes.`,
        ];
  const empty = new RegExp(
    `^## \\[?${wanted.replaceAll('.', '\\.')}\\b[^\\n]*\\s*(?:^## |$(?![^]))`,
    'm',
  ).test(statements.changelog)
    ? [`The section ${wanted} of CHANGELOG.md is empty. Write in it what users notice, and commit it.`]
    : [];
  // A release is judged as if its tag were there.
  const judged = { ...statements, tags: [...new Set([...tags, tag])] };
  return [
    ...otherVersion,
    ...dirty,
    ...moved,
    ...empty,
    ...(otherVersion.length > 0 ? [] : disagreements(judged)),
  ];
}

/** Returns a sentence if another commit was checked out after the release began. */
export function movedSince(begun: string, head: string): readonly string[] {
  return begun === head
    ? []
    : [
        `The release began at ${begun.slice(0, 12)}, and the clone is at ${head.slice(0, 12)} now. Begin again, and leave the clone alone meanwhile.`,
      ];
}

/**
 * Returns a sentence if a process that started the release has ended, such as npm. A killed npm ends neither the shell
 * that it has started nor the release.
 */
export function orphanedSince(begun: readonly number[], now: readonly number[]): readonly string[] {
  return begun.join() === now.join()
    ? []
    : ['A process that started this release, such as npm, has ended. So the release ends here.'];
}

/** Addresses that nobody can have (RFC 2606). They stand for repositories that do not exist yet. */
const placeholder = /\bexample\.invalid\b/;

/** Files with an address of the repository or of the Go module that no tool writes. */
const withAddresses = [
  'package.json',
  'examples/go/go.mod',
  'examples/go/main.go',
  'examples/README.md',
  'docs/api/go.md',
];

/** Returns their texts by name. */
export function addressFiles(): Readonly<Record<string, string>> {
  return Object.fromEntries(withAddresses.map(file => [file, readFileSync(file, 'utf8')]));
}

/** Returns a sentence for each reason why publishing would fail halfway. */
export function publishingRefusals(
  steps: readonly PublishingStep[],
  environment: Readonly<Record<string, string | undefined>>,
  texts: Readonly<Record<string, string>>,
): readonly string[] {
  const missing = steps.flatMap(({ name, secrets }) =>
    secrets
      .filter(secret => !environment[secret])
      .map(secret => `${name} needs ${secret}, which is not set.`),
  );
  const homeless = Object.entries(texts)
    .filter(([, text]) => placeholder.test(text))
    .map(
      ([file]) =>
        `${file} names example.invalid where the addresses of the repository and of the Go module belong.`,
    );
  return [...missing, ...homeless];
}
