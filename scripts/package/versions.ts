import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifest = z.object({ version: z.string() });
const versionIn = (file: string) => manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).version;
const found = (file: string, pattern: RegExp) => pattern.exec(readFileSync(file, 'utf8'))?.[0];

/** Files that no tool writes the version to, with the place of the version in them. */
export const handWritten: Readonly<Record<string, RegExp>> = {
  'examples/python/requirements.txt': /(?<===)\S+/,
  'examples/java/pom.xml': /(?<=<artifactId>cdktf-provider-svc<\/artifactId>\s*<version>)[^<]+/,
  'examples/go/go.mod': /(?<=cdktf-provider-svc-go\/svc v)\S+/,
  'examples/csharp/SecurityOperations.csproj': /(?<=Include="Svc\.Cdktf\.Provider" Version=")[^"]+/,
};

const bindings = 'src/constructs/gen/provider.ts';

/** Returns the version in each file that states it; undefined if its place was not found. */
export function statedVersions(): Readonly<Record<string, string | undefined>> {
  const manifests = ['package-lock.json', '.jsii', 'dist/cdktn/package.json', 'dist/cdktn/.jsii'].map(
    file => [file, versionIn(file)],
  );
  const byHand = Object.entries(handWritten).map(([file, place]) => [file, found(file, place)]);
  return {
    ...Object.fromEntries([...manifests, ...byHand]),
    [bindings]: found(bindings, /(?<=providerVersion: ')[^']+/),
  };
}

/** @throws if a file states another version than package.json */
export function demandOneVersion(): void {
  const version = versionIn('package.json');
  const wrong = Object.entries(statedVersions()).filter(([, stated]) => stated !== version);
  if (wrong.length === 0) return;
  const lines = wrong.map(([file, stated]) => `${file} says ${stated ?? 'none'}, package.json ${version}.`);
  throw new Error(
    `${lines.join('\n')}\nRun "npm version --allow-same-version ${version}" and "npm run build".`,
  );
}
