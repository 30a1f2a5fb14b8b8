import { expect, it } from 'vitest';
import manifest from '../../../package.json';
import { twinManifest } from '../../../scripts/cdk-terrain/manifest';
import { packageReadme } from '../../../scripts/package/package-readme';

const { version } = manifest;
const manifests = { cdktf: manifest, cdktn: twinManifest(manifest) } as const;

it.each([
  ['cdktf', 'python', 'pip install cdktf-provider-svc'],
  ['cdktn', 'python', 'pip install cdktn-provider-svc'],
  ['cdktf', 'java', `mvn dependency:get -Dartifact=dev.svc:cdktf-provider-svc:${version}`],
  ['cdktn', 'java', `mvn dependency:get -Dartifact=dev.svc:cdktn-provider-svc:${version}`],
  ['cdktf', 'go', `go get example.invalid/cdktf-provider-svc-go/svc@v${version}`],
  ['cdktn', 'go', `go get example.invalid/cdktn-provider-svc-go/svc@v${version}`],
  ['cdktf', 'dotnet', `dotnet add package Svc.Cdktf.Provider --version ${version}`],
  ['cdktn', 'dotnet', `dotnet add package Svc.Cdktn.Provider --version ${version}`],
  ['cdktn', 'typescript', "npm install cdktn-provider-svc cdktn 'constructs@>=10.6.0 <10.8.0'"],
] as const)('the package for %s in %s says how to install itself', (cdk, language, command) => {
  const readme = packageReadme(manifests[cdk], language);
  const [, listing] = /```shell\n([\s\S]*?)\n```/.exec(readme) ?? [];
  expect(listing).toBe(command);
  const other = cdk === 'cdktf' ? /cdktn|CDK Terrain/ : /cdktf/;
  expect(readme).not.toMatch(other);
});
