/**
 * A provider as a dependency lock file records it.
 *
 * @internal
 */
export interface LockedProvider {
  /** Full address, for example `registry.terraform.io/svc/svc`. */
  readonly address: string;
  readonly version: string;
  readonly hashes: readonly string[];
}

const ourComment = /\n*\/\* cdktf-provider-svc:[\s\S]*?\*\/\n?/g;
const anyComment = /\/\*[\s\S]*?\*\//g;

/**
 * The text of a `.terraform.lock.hcl` in which the given providers are locked. cdktf-cli runs `terraform
 * providers lock`, which asks the registry and ignores local mirrors, unless it finds every required provider
 * locked; it reads line by line, comments included. So what nobody has locked yet is named in a comment:
 * cdktf-cli is content, and `terraform init` selects and locks those providers itself.
 *
 * @param existing text of the present file, empty when there is none
 * @param locked providers whose block must be right
 * @param required addresses that cdktf-cli will look for
 * @internal
 */
export function lockFile(
  existing: string,
  locked: readonly LockedProvider[],
  required: readonly string[],
): string {
  const present = existing.replace(ourComment, '\n');
  const text = locked.reduce(withProvider, present).replace(/^\n+/, '');
  const unlocked = required.filter(address => !isLocked(text, address));
  return `${text.trimEnd()}\n${unlocked.length === 0 ? '' : comment(unlocked)}`;
}

/** @internal */
export function isLocked(text: string, address: string): boolean {
  return block(address).test(text.replace(anyComment, ''));
}

function withProvider(text: string, provider: LockedProvider): string {
  const [present] = block(provider.address).exec(text) ?? [];
  if (present === undefined) return `${text.trimEnd()}\n\n${rendered(provider)}\n`;
  return isRight(present, provider) ? text : text.replace(present, () => rendered(provider));
}

/** Terraform may have rewritten the block and added hashes of its own; that is no reason to touch it. */
function isRight(present: string, { version, hashes }: LockedProvider): boolean {
  const entries = [
    `version     = "${version}"`,
    `constraints = "${version}"`,
    ...hashes.map(hash => `"${hash}"`),
  ];
  return entries.every(entry => present.includes(entry));
}

function rendered({ address, version, hashes }: LockedProvider): string {
  return [
    `provider "${address}" {`,
    `  version     = "${version}"`,
    `  constraints = "${version}"`,
    '  hashes = [',
    ...hashes.map(hash => `    "${hash}",`),
    '  ]',
    '}',
  ].join('\n');
}

/** cdktf-cli compares constraints, and every version satisfies this one. */
function comment(addresses: readonly string[]): string {
  const blocks = addresses.map(address => `provider "${address}" {\n  constraints = ">= 0.0.0"\n}`);
  return `\n/* cdktf-provider-svc: not locked yet; the next init locks what is needed.\n${blocks.join('\n')}\n*/\n`;
}

function block(address: string): RegExp {
  return new RegExp(`^provider "${address.replace(/[.\\/]/g, '\\$&')}" \\{\\n[\\s\\S]*?^\\}`, 'm');
}
