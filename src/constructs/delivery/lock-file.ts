import { type Product, registryHosts } from '../installation/registry-hosts';

/** Our provider, as a dependency lock file records it. */
export interface LockedProvider {
  readonly version: string;
  readonly hashes: readonly string[];
}

/** The comment of either package: a stack may have moved from one CDK to the other. */
const ourComment = /\n*^\/\* cdkt[fn]-provider-svc:[\s\S]*?^\*\/\n?/m;

/**
 * Returns the text of a `.terraform.lock.hcl` in which our provider is locked; undefined if the present file has our block in
 * another form than Terraform writes, such as twice or with line ends of Windows. cdktf-cli runs `terraform providers lock`,
 * which asks the registry and ignores local mirrors, unless every required provider is locked. cdktf-cli also finds a
 * provider in a comment, so providers that are not locked yet are listed in one, and `terraform init` locks them itself.
 *
 * @param existing text of the present file; empty if there is none
 * @param required addresses that cdktf-cli searches for
 */
export function lockFile(
  existing: string,
  product: Product,
  locked: LockedProvider,
  required: readonly string[],
): string | undefined {
  let text: string | undefined = existing.replace(ourComment, '\n');
  for (const host of Object.values(registryHosts)) {
    const address = `${host}/svc/svc`;
    // The other program may have used this stack before. Its block must not name an older version.
    if (text !== undefined && (host === registryHosts[product] || text.includes(`"${address}"`)))
      text = withBlock(text, address, locked);
  }
  if (text === undefined) return undefined;
  const present = `${text.trim()}\n`;
  const unlocked = required.filter(address => !present.includes(`provider "${address}"`));
  return unlocked.length === 0 ? present : `${present}\n${comment(unlocked)}\n`;
}

/** Returns the required providers that a lock file has in another version, if they require an exact one. */
export function lockedOtherwise(text: string, required: ReadonlyMap<string, unknown>): [string, string][] {
  return [...required].flatMap(([address, version]) => {
    const [, after = ''] = text.split(`provider "${address}" {\n`);
    const [, locked] = /^\s*version\s*= "(.*)"/.exec(after) ?? [];
    const isExact = typeof version === 'string' && /^\d+\.\d+\.\d+$/.test(version);
    return isExact && locked !== undefined && locked !== version ? [[address, version]] : [];
  });
}

/** Replaces the block, in the form in which Terraform writes it, or appends it. */
function withBlock(text: string, address: string, locked: LockedProvider): string | undefined {
  const block = rendered(address, locked);
  const [before = '', after, ...more] = text.split(`"${address}"`);
  if (after === undefined) return `${text.trimEnd()}\n\n${block}\n`;
  const [body, version, constraints, hashes = ''] = canonicalBody.exec(after) ?? [];
  if (body === undefined || more.length > 0 || !/(?:^|\n)provider $/.test(before)) return undefined;
  // Terraform may have added hashes of its own.
  const isRight =
    [version, constraints].every(each => each === locked.version) &&
    locked.hashes.every(hash => hashes.includes(`"${hash}"`));
  return isRight ? text : before.replace(/provider $/, '') + block + after.slice(body.length);
}

const canonicalBody =
  /^ \{\n {2}version {5}= "(.*)"\n {2}constraints = "(.*)"\n {2}hashes = \[\n((?: {4}".*",\n)*) {2}\]\n\}(?=\n|$)/;

const rendered = (address: string, { version, hashes }: LockedProvider) => `provider "${address}" {
  version     = "${version}"
  constraints = "${version}"
  hashes = [
${hashes.map(hash => `    "${hash}",\n`).join('')}  ]
}`;

/** cdktf-cli compares constraints, and every version satisfies this one. */
function comment(addresses: readonly string[]): string {
  const blocks = addresses.flatMap(address => [`provider "${address}" {`, '  constraints = ">= 0.0.0"', '}']);
  const opening = '/* cdktf-provider-svc: not locked yet; the next init locks what is needed.';
  return [opening, ...blocks, '*/'].join('\n');
}
