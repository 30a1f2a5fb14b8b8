import * as fs from 'node:fs';
import * as path from 'node:path';
import { Annotations, type ISynthesisSession, TerraformProvider, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { writeMirror } from '../installation/packed-provider';
import { installationAdvice } from '../installation/provider-installation';
import type { Product } from '../installation/registry-hosts';
import { writeIfChanged } from '../installation/write-if-changed';
import { onSynthesis } from './custom-synthesis';
import { type LockedProvider, lockedOtherwise, lockFile } from './lock-file';
import { requiredProviders } from './required-providers';

/**
 * Makes synthesis write the provider's executable and the lock file beside the stack, so that `cdktf deploy` needs
 * no registry, no network and no CLI configuration.
 *
 * @param isElsewhere the provider has a source of its own, and `init` installs and locks it
 */
export function deliverProvider(provider: TerraformProvider, isElsewhere: boolean): void {
  onSynthesis(provider, session => {
    refuseOtherSources(provider);
    if (!isElsewhere) deliver(provider, session);
  });
}

/** A stack has one `required_providers` entry for `svc`: of two sources, cdktf would silently write the last. */
function refuseOtherSources(provider: TerraformProvider): void {
  const { terraformProviderSource: source, terraformResourceType: type } = provider;
  const other = TerraformStack.of(provider)
    .node.findAll()
    .filter(TerraformProvider.isTerraformProvider)
    .find(one => one.terraformResourceType === type && one.terraformProviderSource !== source);
  if (other === undefined) return;
  throw new Error(
    `[${provider.node.path}] svc.source: The provider ${other.node.path} of this stack has another source. Give both the same source.`,
  );
}

function deliver(provider: TerraformProvider, { manifest }: ISynthesisSession): void {
  const stack = TerraformStack.of(provider);
  const folder = path.dirname(path.join(manifest.outdir, manifest.forStack(stack).synthesizedStackPath));
  const version = provider.terraformGeneratorMetadata?.providerVersion ?? '';
  // `terraform init` searches this folder by default (implied local mirror).
  const { hashes } = writeMirror(path.join(folder, 'terraform.d', 'plugins'), version);

  // Its path is relative to Terraform's working directory, so the advice is right for every stack.
  advise(
    stack,
    process.platform === 'win32'
      ? onWindows
      : installationAdvice(productInUse(), folder, 'terraform.d/plugins'),
  );
  lock(stack, path.join(folder, '.terraform.lock.hcl'), { version, hashes });
}

function lock(stack: TerraformStack, file: string, locked: LockedProvider): void {
  const existing = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  const required = requiredProviders(stack);
  const text = lockFile(existing, productInUse(), locked, [...required.keys()]);
  for (const [address, version] of text === undefined ? [] : lockedOtherwise(text, required))
    Annotations.of(stack).addWarning(
      `${file} has another version of ${address} than ${version}, which the stack requires. cdktf then locks every provider ` +
        'from its registry, and fails for one that is not there ("Could not retrieve providers for locking"). Delete the file: ' +
        'the next command writes it. More: docs/installing.md of the package, section "CDK stacks".',
    );
  if (text !== undefined) writeIfChanged(file, Buffer.from(text));
  else
    Annotations.of(stack).addWarning(
      `The block of svc/svc in ${file} is not as Terraform writes it, so the file was left as it is. If "init" fails, delete ` +
        'the block, and synthesize again.',
    );
}

const onWindows =
  'The svc provider runs on Linux and macOS only. The synthesis is complete: run Terraform inside WSL, or on such a machine.';

const advised = new WeakSet<IConstruct>();

/** Warns once for an app: the CLI configuration is the same for all its stacks. cdktf-cli prints the warning. */
function advise(stack: TerraformStack, advice: string | undefined): void {
  if (advice === undefined || advised.has(stack.node.root)) return;
  advised.add(stack.node.root);
  Annotations.of(stack).addWarning(advice);
}

/** Determines the product by the name of the binary, as cdktf-cli starts it. */
function productInUse(): Product {
  const binary = path.basename(process.env.TERRAFORM_BINARY_NAME || 'terraform');
  return binary.includes('tofu') ? 'tofu' : 'terraform';
}
