import { z } from 'zod';
import { toCdkTerrain } from './names';

const manifest = z.looseObject({
  name: z.string(),
  bin: z.record(z.string(), z.string()),
  author: z.unknown(),
  repository: z.unknown(),
  devDependencies: z.record(z.string(), z.string()),
  scripts: z.unknown(),
});

/** Ranges of the twin's peers: cdktn 0.24 itself accepts these versions of constructs. */
const peerDependencies = { cdktn: '^0.24.0', constructs: '>=10.6.0 <10.8.0' };

/**
 * Returns the manifest of the twin, from that of the package for cdktf. The twin also has the command under its first
 * name, which the provider's messages tell people to run.
 */
export function twinManifest(original: unknown): Record<string, unknown> {
  const { scripts: _scripts, devDependencies, author, repository, bin, ...rest } = manifest.parse(original);
  const renamed: Record<string, unknown> = JSON.parse(toCdkTerrain(JSON.stringify({ ...rest, bin })));
  const peers = Object.keys(peerDependencies);
  return {
    ...renamed,
    author,
    repository,
    bin: { ...z.record(z.string(), z.string()).parse(renamed['bin']), ...bin },
    peerDependencies,
    // jsii compiles against the versions that are installed here.
    devDependencies: Object.fromEntries(peers.map(name => [name, devDependencies[name] ?? ''])),
  };
}
