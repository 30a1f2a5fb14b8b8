import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ProviderSchema } from '@cdktf/commons';
import { providerSchema } from '../src/provider/registry-schema';
import { generateBindings } from './generate-bindings-from-schema';

/** `npm run generate:bindings`: writes src/constructs/gen from the provider's definitions, without Terraform. */
async function main(): Promise<void> {
  const folder = path.join(__dirname, '..', 'src', 'constructs', 'gen');
  // The generator's types describe only the oldest versions of the format, but it reads this one.
  const schema: ProviderSchema = JSON.parse(JSON.stringify(providerSchema()));
  const bindings = await generateBindings(schema);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of bindings) writeFileSync(path.join(folder, name), content);
}

void main();
