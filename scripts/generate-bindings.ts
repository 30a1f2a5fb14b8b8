import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProviderSchema } from '@cdktf/commons';
import { version } from '../package.json';
import { providerSchema, providerSource } from '../src/provider/schema-json';
import { bindingsIndex, rewriteBinding } from './generate-bindings-rewrite';

/**
 * Generates src/constructs/gen from the provider's definitions, without Terraform (`npm run generate:bindings`).
 * With --check nothing is written, and the exit code says whether the committed bindings are fresh.
 */
const generatedFolder = path.join(__dirname, '..', 'src', 'constructs', 'gen');

/** File name (relative to the gen folder) to content. The same schema always gives the same text. */
export type Bindings = ReadonlyMap<string, string>;

export async function generateBindings(schema: ProviderSchema): Promise<Bindings> {
  // Both packages look for updates and start a Terraform while they load: hence not at the top, and `true`.
  Object.assign(process.env, { CHECKPOINT_DISABLE: '1', TERRAFORM_BINARY_NAME: 'true' });
  const { CodeMaker, TerraformProviderConstraint, TerraformProviderGenerator } = await import(
    '@cdktf/provider-generator'
  );
  const { ConstructsMakerProviderTarget, LANGUAGES } = await import('@cdktf/commons');

  const [language] = LANGUAGES;
  if (language === undefined) throw new Error('@cdktf/commons knows no language to generate for.');
  const constraint = new TerraformProviderConstraint(`svc/svc@${version}`);
  const generator = new TerraformProviderGenerator(new CodeMaker(), {
    ...schema,
    provider_versions: { [providerSource]: version },
  });
  generator.generate(new ConstructsMakerProviderTarget(constraint, language));

  const staging = await mkdtemp(path.join(tmpdir(), 'svc-bindings-'));
  try {
    await generator.save(staging);
    return await collect(path.join(staging, 'providers', 'svc'), schema);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function collect(folder: string, schema: ProviderSchema): Promise<Bindings> {
  const bindings = new Map<string, string>();
  const entries = await readdir(folder, { withFileTypes: true });
  for (const { name } of entries.filter(entry => entry.isDirectory()).sort(byName)) {
    const generated = await readFile(path.join(folder, name, 'index.ts'), 'utf8');
    bindings.set(`${name}.ts`, rewriteBinding(generated, schema.provider_schemas?.[providerSource]));
  }
  return bindings.set('index.ts', bindingsIndex(bindings));
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : 1;
}

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
  // The generator's own types know only the oldest versions of the format, which it reads all the same.
  const schema: ProviderSchema = JSON.parse(JSON.stringify(providerSchema()));
  const bindings = await generateBindings(schema);
  if (!process.argv.includes('--check')) return write(bindings);
  const outdated = stale(bindings, await committedBindings());
  if (outdated.length === 0) return console.error('src/constructs/gen is fresh');
  console.error(`src/constructs/gen is stale: ${outdated.join(', ')}. Run: npm run generate:bindings`);
  process.exitCode = 1;
}

if (require.main === module) void main();
