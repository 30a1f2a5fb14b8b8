import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ProviderSchema } from '@cdktf/commons';
import { providerSchema } from '../src/provider/registry-schema';
import { type Bindings, generateBindings } from './generate-bindings-from-schema';

/**
 * Generates src/constructs/gen from the provider's definitions, without Terraform (`npm run generate:bindings`).
 * With --check it writes nothing; the exit code says whether the committed bindings are fresh.
 */
const generatedFolder = path.join(__dirname, '..', 'src', 'constructs', 'gen');

async function committedBindings(): Promise<Bindings> {
  const names = await readdir(generatedFolder).catch(() => []);
  const files = names.map(
    async name => [name, await readFile(path.join(generatedFolder, name), 'utf8')] as const,
  );
  return new Map(await Promise.all(files));
}

async function write(bindings: Bindings): Promise<void> {
  await rm(generatedFolder, { recursive: true, force: true });
  await mkdir(generatedFolder, { recursive: true });
  for (const [name, content] of bindings) await writeFile(path.join(generatedFolder, name), content);
  console.error(`${bindings.size} files written to src/constructs/gen`);
}

function stale(fresh: Bindings, committed: Bindings): string[] {
  const names = new Set([...fresh.keys(), ...committed.keys()]);
  return [...names].filter(name => fresh.get(name) !== committed.get(name));
}

async function main(): Promise<void> {
  // The generator's types describe only the oldest versions of the format, but it reads this one.
  const schema: ProviderSchema = JSON.parse(JSON.stringify(providerSchema()));
  const bindings = await generateBindings(schema);
  if (!process.argv.includes('--check')) return write(bindings);
  const outdated = stale(bindings, await committedBindings());
  if (outdated.length === 0) return console.error('src/constructs/gen is fresh');
  console.error(`src/constructs/gen is stale: ${outdated.join(', ')}. Run: npm run generate:bindings`);
  process.exitCode = 1;
}

void main();
