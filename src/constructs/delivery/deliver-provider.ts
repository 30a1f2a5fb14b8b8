import * as fs from 'node:fs';
import * as path from 'node:path';
import { type ISynthesisSession, type TerraformProvider, TerraformStack } from 'cdktf';
import { isLocked, lockFile } from './lock-file';
import { deliverPackages, registryHosts } from './mirror';
import { requiredProviders } from './required-providers';
import { writeIfChanged } from './write-if-changed';

/** The hook by which cdktf's own TerraformAsset writes files beside a stack; cdktf exports no name for it. */
const customSynthesis = Symbol.for('cdktf/customSynthesis');

/**
 * Makes synthesis put the provider's executable and the lock file beside the stack, so that `cdktf deploy`
 * needs no registry, no network and no CLI configuration.
 *
 * @internal
 */
export function deliverProvider(provider: TerraformProvider): void {
  Object.defineProperty(provider, customSynthesis, {
    value: { onSynthesize: (session: ISynthesisSession) => deliver(provider, session) },
  });
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

  const file = path.join(folder, '.terraform.lock.hcl');
  const existing = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  const locked = hostsToLock(existing).map(host => ({ address: `${host}/svc/svc`, version, hashes }));
  writeIfChanged(file, Buffer.from(lockFile(existing, locked, requiredProviders(stack))));
}

/** The host of the binary in use, and one that a previous run with the other binary has left here. */
function hostsToLock(existing: string): string[] {
  const binary = path.basename(process.env.TERRAFORM_BINARY_NAME || 'terraform');
  const current = binary.includes('tofu') ? registryHosts.tofu : registryHosts.terraform;
  return Object.values(registryHosts).filter(
    host => host === current || isLocked(existing, `${host}/svc/svc`),
  );
}
