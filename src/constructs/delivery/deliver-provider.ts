import * as fs from 'node:fs';
import * as path from 'node:path';
import { Annotations, type ISynthesisSession, type TerraformProvider, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { HclSyntaxError } from '../installation/hcl-tokens';
import { installationAdvice } from '../installation/installation-advice';
import { type Product, registryHosts } from '../installation/registry-hosts';
import { onSynthesis } from './custom-synthesis';
import { isLocked, lockFile } from './lock-file';
import { deliverPackages } from './mirror';
import { requiredProviders } from './required-providers';
import { writeIfChanged } from './write-if-changed';

/**
 * Makes synthesis write the provider's executable and the lock file beside the stack, so that `cdktf deploy` needs
 * no registry, no network and no CLI configuration.
 *
 * @internal
 */
export function deliverProvider(provider: TerraformProvider): void {
  onSynthesis(provider, session => deliver(provider, session));
}

function deliver(provider: TerraformProvider, { manifest }: ISynthesisSession): void {
  if (process.platform === 'win32') {
    throw new Error(
      'The svc provider runs on Linux and macOS. On Windows, run cdktf and Terraform inside WSL.',
    );
  }
  const stack = TerraformStack.of(provider);
  const folder = path.dirname(path.join(manifest.outdir, manifest.forStack(stack).synthesizedStackPath));
  const version = provider.terraformGeneratorMetadata?.providerVersion ?? '';
  const hashes = deliverPackages(folder, version);

  advise(stack, installationAdvice(productInUse(), folder, deliveredMirror(version)));
  lock(path.join(folder, '.terraform.lock.hcl'), version, hashes, requiredProviders(stack));
}

/** Its path is relative to Terraform's working directory, so the advice is right for every stack. */
const deliveredMirror = (version: string) => ({
  path: 'terraform.d/plugins',
  phrase: 'beside the stack, where synthesis has put',
  version,
});

function lock(file: string, version: string, hashes: readonly string[], required: readonly string[]): void {
  const existing = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  try {
    const locked = hostsToLock(existing).map(host => ({ address: `${host}/svc/svc`, version, hashes }));
    writeIfChanged(file, Buffer.from(lockFile(existing, locked, required)));
  } catch (error) {
    if (!(error instanceof HclSyntaxError)) throw error;
    throw new Error(
      `The dependency lock file ${file} is damaged, ${error.message}. It was left as it is. ` +
        'Repair it, or delete it and synthesize again.',
    );
  }
}

const advised = new WeakSet<IConstruct>();

/** Warns once for an app: the CLI configuration is the same for all its stacks. cdktf-cli prints the warning. */
function advise(stack: TerraformStack, advice: string | undefined): void {
  if (advice === undefined || advised.has(stack.node.root)) return;
  advised.add(stack.node.root);
  Annotations.of(stack).addWarning(advice);
}

/** Returns the host of the current binary, and that of another binary used here before. */
function hostsToLock(existing: string): string[] {
  const current = registryHosts[productInUse()];
  return Object.values(registryHosts).filter(
    host => host === current || isLocked(existing, `${host}/svc/svc`),
  );
}

/** Determines the product by the name of the binary, as cdktf-cli starts it. */
function productInUse(): Product {
  const binary = path.basename(process.env.TERRAFORM_BINARY_NAME || 'terraform');
  return binary.includes('tofu') ? 'tofu' : 'terraform';
}
