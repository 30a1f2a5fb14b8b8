import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ProviderSchema } from '@cdktf/commons';
import { providerSchema } from '../../src/provider/registry-schema';
import { generateBindings } from '../generate-bindings';
import { filesBelow } from '../ready/products.mjs';
import { toCdkTerrain } from './names';

const constructs = 'src/constructs';
const examples = 'examples';

/** Content by path in the package, the same every time for the same sources. */
export async function twinSources(root: string): Promise<ReadonlyMap<string, string>> {
  const sources = new Map(
    [constructs, examples].flatMap(folder =>
      filesBelow(join(root, folder)).map(
        file => [toCdkTerrain(relative(root, file)), toCdkTerrain(readFileSync(file, 'utf8'))] as const,
      ),
    ),
  );
  for (const path of sources.keys()) if (path.startsWith(`${constructs}/gen/`)) sources.delete(path);
  const schema: ProviderSchema = JSON.parse(JSON.stringify(providerSchema()));
  for (const [name, text] of await generateBindings(schema, 'cdktn')) {
    sources.set(`${constructs}/gen/${name}`, toCdkTerrain(text));
  }
  return sources;
}
