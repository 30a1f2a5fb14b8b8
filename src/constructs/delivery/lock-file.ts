import { type HclBlock, type HclOutline, hclOutline, hclText } from '../installation/hcl-blocks';
import { demandNoConflict, isConflictMarker, withoutConflicts } from './merge-conflicts';

/**
 * A provider in a dependency lock file.
 *
 * @internal
 */
export interface LockedProvider {
  /** Full address, for example `registry.terraform.io/svc/svc`. */
  readonly address: string;
  readonly version: string;
  readonly hashes: readonly string[];
}

const ourComment = '/* cdktf-provider-svc:';
/** The comment of either package: a stack may have moved from one CDK to the other. */
const isOurComment = /^\/\* cdkt[fn]-provider-svc:/;

/**
 * Returns the text of a `.terraform.lock.hcl` in which the given providers are locked. cdktf-cli runs `terraform
 * providers lock`, which asks the registry and ignores local mirrors, unless every required provider is locked.
 * cdktf-cli also finds a provider in a comment, so providers that are not locked yet are listed in one, and
 * `terraform init` selects and locks those providers itself.
 *
 * @param existing text of the present file; empty if there is none
 * @param locked providers whose blocks must be correct
 * @param required addresses that cdktf-cli searches for
 * @throws HclSyntaxError if the present file is not HCL
 * @internal
 */
export function lockFile(
  existing: string,
  locked: readonly LockedProvider[],
  required: readonly string[],
): string {
  const lineEnd = lineEndOf(existing);
  const present = demandNoConflict(existing, () =>
    locked.reduce(
      (text, provider) => withProvider(text, provider, lineEnd),
      withoutOurComment(withoutConflicts(existing, side => holdsNothingElse(side, locked))),
    ),
  );
  const text = `${present.replace(/^[\r\n]+/, '').trimEnd()}${lineEnd}`;
  const outline = hclOutline(text);
  const unlocked = required.filter(
    address => blocksOf(outline, address).length === 0 || isInComment(outline, address),
  );
  return unlocked.length === 0 ? text : `${text}${lineEnd}${comment(unlocked, lineEnd)}${lineEnd}`;
}

/**
 * @throws HclSyntaxError when the text is no HCL
 * @internal
 */
export function isLocked(text: string, address: string): boolean {
  return blocksOf(hclOutline(text), address).length > 0;
}

/** Corrects the first block and removes duplicates, which an earlier version wrote. */
function withProvider(text: string, provider: LockedProvider, lineEnd: string): string {
  const [first, ...others] = blocksOf(hclOutline(text), provider.address);
  const block = rendered(provider).join(lineEnd);
  if (first === undefined) return `${text.trimEnd()}${lineEnd}${lineEnd}${block}${lineEnd}`;
  const once = [...others].reverse().reduce(without, text);
  return isRight(first, provider) ? once : once.slice(0, first.start) + block + once.slice(first.end);
}

/** Returns true if a text contains only blocks that this module corrects anyway. */
function holdsNothingElse(text: string, locked: readonly LockedProvider[]): boolean {
  const own = withoutOurComment(text);
  const blocks = locked.flatMap(({ address }) => blocksOf(hclOutline(own), address));
  const rest = blocks.sort((one, other) => other.start - one.start).reduce(without, own);
  return rest.trim() === '';
}

/** Terraform may have rewritten the block and added its own hashes. Then it need not change. */
function isRight({ body }: HclBlock, { version, hashes }: LockedProvider): boolean {
  const values: Record<string, string[]> = {};
  let attribute: string[] = [];
  for (const token of body) {
    if (token.kind === 'word') attribute = values[token.text] ??= [];
    if (token.kind === 'string') attribute.push(hclText(token));
  }
  const isVersion = (given: string[] = []) => given.length === 1 && given[0] === version;
  return (
    !Object.keys(values).some(isConflictMarker) &&
    isVersion(values['version']) &&
    isVersion(values['constraints']) &&
    hashes.every(hash => values['hashes']?.includes(hash))
  );
}

function rendered({ address, version, hashes }: LockedProvider): string[] {
  return [
    `provider "${address}" {`,
    `  version     = "${version}"`,
    `  constraints = "${version}"`,
    '  hashes = [',
    ...hashes.map(hash => `    "${hash}",`),
    '  ]',
    '}',
  ];
}

/** cdktf-cli compares constraints, and every version satisfies this one. */
function comment(addresses: readonly string[], lineEnd: string): string {
  const blocks = addresses.flatMap(address => [`provider "${address}" {`, '  constraints = ">= 0.0.0"', '}']);
  const opening = `${ourComment} not locked yet; the next init locks what is needed.`;
  return [opening, ...blocks, '*/'].join(lineEnd);
}

function withoutOurComment(text: string): string {
  const { comments } = hclOutline(text);
  return comments
    .filter(token => isOurComment.test(token.text))
    .reverse()
    .reduce(without, text);
}

/** Replaces a part, with the empty lines around it, by one line end. */
function without(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const before = text.slice(0, start).trimEnd();
  const after = text.slice(end).trimStart();
  const lineEnd = lineEndOf(text);
  return before === '' ? after : before + lineEnd + (after === '' ? '' : lineEnd + after);
}

/** cdktf-cli uses the last mention of a provider, also in a comment that is not ours. */
function isInComment({ comments }: HclOutline, address: string): boolean {
  return comments.some(({ text }) => text.includes(`provider "${address}"`));
}

function blocksOf({ blocks }: HclOutline, address: string): HclBlock[] {
  return blocks.filter(
    ({ header: [type, label, ...more] }) => type === 'provider' && label === address && more.length === 0,
  );
}

/** Returns the most frequent line end of a file: an earlier version added lines with others. */
function lineEndOf(text: string): string {
  const windows = text.match(/\r\n/g)?.length ?? 0;
  const all = text.match(/\n/g)?.length ?? 0;
  return windows * 2 > all ? '\r\n' : '\n';
}
