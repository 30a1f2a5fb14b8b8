/** Publishes a part of a release to one registry. */
export interface PublishingStep {
  /** For example `npm (cdktf)`. */
  readonly name: string;
  readonly command: readonly string[];
  /** Variables that hold its secrets, and those that making its files needs. */
  readonly secrets: readonly string[];
  /** Other variables, which are no secrets. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Variables that name a new folder, which is removed afterwards: its tool leaves tokens and keys there. */
  readonly newFolder?: readonly ('HOME' | 'TMPDIR')[];
  /** What it publishes: a folder below dist/packages, and the ending of the files that must be there. */
  readonly files?: { readonly folder: string; readonly ending: string };
}

/** The publisher of the jsii project. It skips what npm, PyPI and Maven Central already have. */
const publib = 'publib@0.2.1061';

interface Publisher {
  readonly registry: string;
  readonly language: string;
  readonly command: string;
  readonly secrets: readonly string[];
  readonly ending: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ownHome?: boolean;
  /** Assignments of a shell before the command. */
  readonly settings?: string;
}

/** In the order of publishing: the packages of the provider and npm first, which the others carry. */
const publishers: readonly Publisher[] = [
  {
    registry: 'npm',
    language: 'js',
    command: 'publib-npm',
    secrets: ['NPM_TOKEN'],
    ending: '.tgz',
    // It replaces ~/.npmrc by one with the token.
    ownHome: true,
  },
  {
    registry: 'PyPI',
    language: 'python',
    command: 'publib-pypi',
    secrets: ['TWINE_USERNAME', 'TWINE_PASSWORD'],
    ending: '.whl',
    // It installs twine for the user.
    ownHome: true,
  },
  {
    registry: 'Maven Central',
    language: 'java',
    command: 'publib-maven',
    secrets: [
      'MAVEN_USERNAME',
      'MAVEN_PASSWORD',
      'MAVEN_GPG_PRIVATE_KEY',
      'MAVEN_GPG_PRIVATE_KEY_PASSPHRASE',
    ],
    ending: '.jar',
    // Maven Central's publishing service since July 2025 (README of publib).
    environment: { MAVEN_SERVER_ID: 'central-ossrh' },
  },
  {
    registry: 'Go',
    language: 'go',
    command: 'publib-golang',
    secrets: ['GITHUB_TOKEN'],
    ending: 'go.mod',
    // publib writes GITHUB_TOKEN into the repository's address. The list of processes shows that, publib prints it if git
    // fails, and it stays in a clone. So publib gets a user's name instead, and git asks this helper for the token.
    settings:
      'RELEASE_TOKEN="$GITHUB_TOKEN" GITHUB_TOKEN=x-access-token GIT_CONFIG_COUNT=2 ' +
      'GIT_CONFIG_KEY_0=credential.helper GIT_CONFIG_VALUE_0= ' +
      `GIT_CONFIG_KEY_1=credential.helper GIT_CONFIG_VALUE_1='!echo "password=$RELEASE_TOKEN"; :' `,
  },
  {
    registry: 'NuGet',
    language: 'dotnet',
    command: 'publib-nuget',
    secrets: ['NUGET_API_KEY'],
    ending: '.nupkg',
  },
];

/** All publishing of a version, in its order. */
export function publishingSteps(version: string): readonly PublishingStep[] {
  const tag = `v${version}`;
  const release: PublishingStep = {
    name: 'Terraform and OpenTofu registries',
    // Both registries take a version from the assets of a GitHub release.
    command: [
      'sh',
      '-c',
      // A draft is what a failed upload leaves.
      `[ "$(gh release view ${tag} --json isDraft --jq .isDraft 2> /dev/null)" = false ] || ` +
        `gh release create ${tag} --verify-tag --title ${tag} --notes-from-tag dist/packages/registry/*`,
    ],
    secrets: ['GH_TOKEN', 'GPG_PRIVATE_KEY'],
    files: { folder: 'registry', ending: '_SHA256SUMS.sig' },
  };
  const packages = publishers.flatMap(publisher =>
    (['cdktf', 'cdktn'] as const).map(cdk => stepOf(publisher, cdk)),
  );
  return [{ name: 'tag', command: ['git', 'push', 'origin', tag], secrets: [] }, release, ...packages];
}

function stepOf(
  { registry, language, command, secrets, ending, environment, ownHome = false, settings }: Publisher,
  cdk: string,
): PublishingStep {
  const folder = `${cdk}/${language}`;
  const words = ['npx', '--yes', '--package', publib, command, `dist/packages/${folder}`];
  return {
    name: `${registry} (${cdk})`,
    command: settings === undefined ? words : ['sh', '-c', settings + words.join(' ')],
    secrets,
    files: { folder, ending },
    newFolder: ownHome ? ['HOME', 'TMPDIR'] : ['TMPDIR'],
    ...(environment && { environment }),
  };
}

/** Returns a line for a person, who can run it in a shell. Secrets are named, not shown. */
export function described({ name, command, secrets, environment, newFolder }: PublishingStep): string {
  const [first = '', flag, script] = command;
  const words = first === 'sh' && flag === '-c' ? (script ?? '') : command.join(' ');
  const folders = (newFolder ?? []).map(variable => `${variable}=$new `);
  const settings = Object.entries(environment ?? {}).map(([key, value]) => `${key}=${value} `);
  const line = `${[...folders, ...settings].join('')}${words}`;
  const needs = secrets.length === 0 ? 'your access to the repository' : secrets.join(', ');
  return `  ${name}, needs ${needs}\n      ${folders.length === 0 ? line : inNewFolder(line)}`;
}

function inNewFolder(line: string): string {
  return `(new=$(mktemp -d); trap 'rm -rf "$new"' EXIT; ${line})`;
}
