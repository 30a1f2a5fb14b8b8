import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProviderSchema } from '@cdktf/commons';
import { version } from '../package.json';
import { providerSource } from '../src/provider/registry-schema';
import { bindingsIndex, rewriteBinding, secretArguments } from './generate-bindings-rewrite';
import { checksTable } from './generate-checks';
import { choicesBindings } from './generate-choices';
import { temporaryFolder } from './package/temporary-folder';

/** Content by file name (relative to the gen folder). The same schema always gives the same text. */
export type Bindings = ReadonlyMap<string, string>;

/** The CDK that the bindings are for; CDK Terrain's own generator also writes functions and marks write-only arguments. */
export type Cdk = 'cdktf' | 'cdktn';

export async function generateBindings(schema: ProviderSchema, cdk: Cdk = 'cdktf'): Promise<Bindings> {
  // A CDK reads the name of its Terraform once, when it is loaded: here, before the name is replaced.
  await import(cdk);
  // Both generators look for updates and start Terraform while they load, so the program `true` is in its place.
  const { TERRAFORM_BINARY_NAME } = process.env;
  Object.assign(process.env, { CHECKPOINT_DISABLE: '1', TERRAFORM_BINARY_NAME: 'true' });
  const staging = temporaryFolder(tmpdir(), 'svc-bindings-');
  const versioned = { ...schema, provider_versions: { [providerSource]: version } };
  await generate(cdk, versioned, `svc/svc@${version}`, staging);
  // Tests share this process.
  delete process.env['TERRAFORM_BINARY_NAME'];
  if (TERRAFORM_BINARY_NAME !== undefined) Object.assign(process.env, { TERRAFORM_BINARY_NAME });
  return collect(path.join(staging, 'providers', 'svc'), schema);
}

type Generator = typeof import('@cdktf/provider-generator');
type Commons = typeof import('@cdktf/commons');

/** The packages of the two CDKs have the same functions. */
async function generate(cdk: Cdk, schema: ProviderSchema, constraint: string, folder: string): Promise<void> {
  const maker: Generator = await import(`@${cdk}/provider-generator`);
  const { ConstructsMakerProviderTarget, LANGUAGES }: Commons = await import(`@${cdk}/commons`);
  const [language] = LANGUAGES;
  if (language === undefined) throw new Error('The generator knows no language to generate for.');
  const generator = new maker.TerraformProviderGenerator(new maker.CodeMaker(), schema);
  const provider = new maker.TerraformProviderConstraint(constraint);
  generator.generate(new ConstructsMakerProviderTarget(provider, language));
  await generator.save(folder);
}

async function collect(folder: string, schema: ProviderSchema): Promise<Bindings> {
  const bindings = new Map<string, string>();
  const names = (await readdir(folder)).filter(name => !name.includes('.')).sort();
  for (const name of names) {
    const generated = await readFile(path.join(folder, name, 'index.ts'), 'utf8');
    bindings.set(`${name}.ts`, rewriteBinding(generated, schema.provider_schemas?.[providerSource]));
  }
  for (const [file, text] of choicesBindings()) bindings.set(file, text);
  const index = bindingsIndex(bindings);
  const secrets = secretArguments(schema.provider_schemas?.[providerSource]);
  return bindings.set('index.ts', index).set('secret-arguments.ts', secrets).set('checks.ts', checksTable());
}
