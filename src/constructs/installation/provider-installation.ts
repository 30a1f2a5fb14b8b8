import * as fs from 'node:fs';
import * as path from 'node:path';
import { type HclItem, type HclValue, hclItems } from './hcl-items';

/**
 * A block in `provider_installation`, for example `direct`.
 *
 * @internal
 */
export interface InstallationMethod {
  readonly kind: string;
  /** Folder of a `filesystem_mirror`. */
  readonly path: string | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/**
 * Content of a `provider_installation` block. Its presence alone disables the implied mirrors.
 *
 * @internal
 */
export interface ProviderInstallation {
  readonly methods: readonly InstallationMethod[];
  /** Addresses in `dev_overrides`. */
  readonly overridden: readonly string[];
}

/**
 * The address of a provider in the configured registry.
 *
 * @internal
 */
export interface ProviderAddress {
  /** Default registry for a pattern without a host. */
  readonly host: string;
  readonly namespace: string;
  readonly type: string;
}

/**
 * Returns the block in a file of the CLI configuration; undefined if there is none.
 *
 * @throws HclSyntaxError
 * @internal
 */
export function providerInstallation(text: string): ProviderInstallation | undefined {
  const blocks = hclItems(text).filter(({ key }) => key === 'provider_installation');
  if (blocks.length === 0) return undefined;
  const inner = blocks.flatMap(({ value }) => bodies(value)).flat();
  const overrides = inner
    .filter(({ key }) => key === 'dev_overrides')
    .flatMap(({ value }) => bodies(value).flat());
  return {
    methods: inner.filter(({ key }) => key !== 'dev_overrides').flatMap(methodsOf),
    overridden: overrides.map(({ key }) => key),
  };
}

/**
 * Returns true if Terraform uses the method for a provider (the documented rule of `include` and `exclude`).
 *
 * @internal
 */
export function isAskedFor({ include, exclude }: InstallationMethod, address: ProviderAddress): boolean {
  const isIncluded = include.length === 0 || include.some(pattern => matches(pattern, address));
  return isIncluded && !exclude.some(pattern => matches(pattern, address));
}

/**
 * Returns true if the pattern is exactly the provider's address.
 *
 * @internal
 */
export function names(pattern: string, address: ProviderAddress): boolean {
  return !pattern.includes('*') && matches(pattern, address);
}

/**
 * Returns true if a method is a folder with this version of a provider, packed or unpacked.
 *
 * @param workingFolder where Terraform will run: relative paths start there
 * @internal
 */
export function holds(
  method: InstallationMethod,
  { host, namespace, type }: ProviderAddress,
  version: string,
  workingFolder: string,
): boolean {
  if (method.kind !== 'filesystem_mirror' || method.path === undefined) return false;
  const folder = path.resolve(workingFolder, method.path, host, namespace, type);
  const packed = `terraform-provider-${type}_${version}_`;
  const found = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  return found.some(name => name === version || (name.startsWith(packed) && name.endsWith('.zip')));
}

function matches(pattern: string, { host, namespace, type }: ProviderAddress): boolean {
  const given = pattern.toLowerCase().split('/');
  const steps = given.length === 3 ? given : [host, ...given];
  const wanted = [host, namespace, type];
  return steps.length === 3 && steps.every((step, index) => step === '*' || step === wanted[index]);
}

function methodsOf({ key, value }: HclItem): InstallationMethod[] {
  return bodies(value).map(items => {
    const given = (name: string) =>
      items.filter(item => item.key === name).flatMap(item => texts(item.value));
    return { kind: key, path: given('path')[0], include: given('include'), exclude: given('exclude') };
  });
}

/** Returns the bodies of a block, which JSON may write as a list. */
function bodies(value: HclValue): (readonly HclItem[])[] {
  if (typeof value === 'string') return [];
  return 'items' in value ? [value.items] : value.list.flatMap(bodies);
}

function texts(value: HclValue): string[] {
  if (typeof value === 'string') return [value];
  return 'list' in value ? value.list.flatMap(texts) : [];
}
