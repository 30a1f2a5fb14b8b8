import { z } from 'zod';
import type { Language } from './pacmak';

const manifest = z.looseObject({
  name: z.string(),
  version: z.string(),
  peerDependencies: z.record(z.string(), z.string()),
  jsii: z.looseObject({
    targets: z.object({
      python: z.object({ distName: z.string() }),
      java: z.object({ maven: z.object({ groupId: z.string(), artifactId: z.string() }) }),
      dotnet: z.object({ packageId: z.string() }),
      go: z.object({ moduleName: z.string(), packageName: z.string() }),
    }),
  }),
});

type Manifest = z.infer<typeof manifest>;

interface Installation {
  /** Name of the language. */
  readonly language: string;
  readonly commands: readonly string[];
  /** What the language needs besides Node.js. */
  readonly needs: string;
}

const installations: Readonly<Record<Language | 'typescript', (manifest: Manifest) => Installation>> = {
  typescript: ({ name, peerDependencies }) => ({
    language: 'TypeScript',
    commands: [`npm install ${[name, ...Object.entries(peerDependencies).map(argumentOf)].join(' ')}`],
    needs: '',
  }),
  python: ({ jsii: { targets } }) => ({
    language: 'Python',
    commands: [`pip install ${targets.python.distName}`],
    needs: 'Python 3.10 or newer and ',
  }),
  java: ({ version, jsii: { targets } }) => ({
    language: 'Java',
    commands: [
      `mvn dependency:get -Dartifact=${targets.java.maven.groupId}:${targets.java.maven.artifactId}:${version}`,
    ],
    needs: 'Java 17 or newer and ',
  }),
  go: ({ version, jsii: { targets } }) => ({
    language: 'Go',
    commands: [`go get ${targets.go.moduleName}/${targets.go.packageName}@v${version}`],
    needs: '',
  }),
  dotnet: ({ version, jsii: { targets } }) => ({
    language: 'C#',
    commands: [`dotnet add package ${targets.dotnet.packageId} --version ${version}`],
    needs: '.NET 8 or newer and ',
  }),
};

function argumentOf([name, range]: readonly [string, string]): string {
  return /^[\^~\d.]+$/.test(range) ? name : `'${name}@${range}'`;
}

/**
 * Returns the README of a package of constructs in one language. The README of the repository is that of the npm package
 * for cdktf alone: its install command would be wrong elsewhere.
 *
 * @param json the manifest of the npm package that is translated
 */
export function packageReadme(json: unknown, language: Language | 'typescript'): string {
  const parsed = manifest.parse(json);
  const { name } = parsed;
  const installation = installations[language](parsed);
  const cdk = name.startsWith('cdktn') ? 'CDK Terrain' : 'cdktf';
  return [
    `# ${name}`,
    '',
    'Infrastructure as code for the SVC security-operations platform: webhook endpoints and API keys.',
    `This package has the constructs for ${cdk} in ${installation.language}, and the Terraform provider that they use.`,
    '',
    '```shell',
    ...installation.commands,
    '```',
    '',
    `It needs ${installation.needs}Node.js 20 or newer, and Terraform 1.8 or newer or OpenTofu.`,
    `The npm package \`${name}\` contains the documentation (\`docs\`) and one stack in each language (\`examples\`).`,
    '',
  ].join('\n');
}
