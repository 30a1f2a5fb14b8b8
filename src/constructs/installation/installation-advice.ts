import { type CliConfigurationFile, cliConfiguration } from './cli-configuration';
import { HclSyntaxError } from './hcl-tokens';

import {
  holds,
  type InstallationMethod,
  isAskedFor,
  names,
  type ProviderAddress,
  type ProviderInstallation,
  providerInstallation,
} from './provider-installation';
import { type Product, registryHosts } from './registry-hosts';

const ours = 'svc/svc';

/**
 * A folder with our provider that Terraform searches by default.
 *
 * @internal
 */
export interface ImpliedMirror {
  /** For the lines of the CLI configuration. Relative paths start at Terraform's working directory. */
  readonly path: string;
  /** Completes "Terraform does not look", for example `in /plugins, which has`. */
  readonly phrase: string;
  readonly version: string;
}

/**
 * A file of the CLI configuration with a `provider_installation` block.
 *
 * @internal
 */
export interface ConfiguredInstallation extends CliConfigurationFile {
  readonly installation: ProviderInstallation;
}

const programs = { terraform: 'Terraform', tofu: 'OpenTofu' };

/**
 * Returns the lines that the user must add to the CLI configuration; undefined if none. A `provider_installation`
 * block there replaces the search of the implied mirrors.
 *
 * @param workingFolder where Terraform will run
 * @internal
 */
export function installationAdvice(
  product: Product,
  workingFolder: string,
  mirror: ImpliedMirror,
): string | undefined {
  const address = { host: registryHosts[product], namespace: 'svc', type: 'svc' };
  const first = configuredInstallation(product, workingFolder);
  if (first === undefined || isOverridden(first.installation, address)) return undefined;
  const isJson = first.text.trimStart().startsWith('{');
  const asked = first.installation.methods.filter(method => isAskedFor(method, address));
  const others = asked.filter(({ kind }) => kind !== 'filesystem_mirror');
  const isNamed = others.some(({ include }) => include.some(pattern => names(pattern, address)));
  const opening = `${first.file} has a provider_installation block`;
  if (!asked.some(method => holds(method, address, mirror.version, workingFolder))) {
    return isNamed ? undefined : unseen(opening, product, mirror, asked, isJson);
  }
  return isNamed || others.length === 0 ? undefined : offline(opening, product, others, isJson);
}

/**
 * Returns the first file of the CLI configuration with a `provider_installation` block; undefined if there is none. Two
 * files with the block are an error that Terraform reports.
 *
 * @param workingFolder where Terraform will run
 * @internal
 */
export function configuredInstallation(
  product: Product,
  workingFolder: string,
): ConfiguredInstallation | undefined {
  const found = cliConfiguration(product, workingFolder).flatMap(file => {
    const installation = readable(file);
    return installation === undefined ? [] : [{ ...file, installation }];
  });
  return found[0];
}

/** Advice if the program does not search the folder with the provider. */
function unseen(
  opening: string,
  product: Product,
  { path, phrase }: ImpliedMirror,
  asked: readonly InstallationMethod[],
  isJson: boolean,
): string {
  const mirror = mirrorLines(path, isJson);
  return [
    `${opening}, so ${programs[product]} does not look ${phrase} the provider ` +
      `${ours}: "${product} init" will not find it. Add to the block`,
    '',
    ...mirror.map(line => `  ${line}`),
    '',
    ...exclusions(asked, isJson).flatMap(([kind, line]) => [`and in its ${kind} set`, '', line, '']),
  ]
    .join('\n')
    .trimEnd();
}

/**
 * Returns the lines of a CLI configuration that make a folder a mirror for our provider.
 *
 * @internal
 */
export function mirrorLines(path: string, isJson = false): readonly string[] {
  const folder = JSON.stringify(path);
  return isJson
    ? [`"filesystem_mirror": [{ "path": ${folder}, "include": ["${ours}"] }]`]
    : ['filesystem_mirror {', `  path    = ${folder}`, `  include = ["${ours}"]`, '}'];
}

/** Advice if the program finds the provider but also asks the registry: an unreachable registry fails the search. */
function offline(opening: string, product: Product, asked: readonly InstallationMethod[], isJson: boolean) {
  const [first, ...more] = exclusions(asked, isJson).map(([kind, line]) => `in its ${kind} set\n\n${line}`);
  return [
    `${opening} with the provider ${ours} in a mirror, and its ${asked.map(({ kind }) => kind).join(' and ')} is asked ` +
      `for it too. Without a network "${product} init" fails there. To prevent that, ${first}`,
    ...more.map(section => `and ${section}`),
  ].join('\n\n');
}

/** Returns the line with which each method excludes the provider, including its present exclusions. */
function exclusions(methods: readonly InstallationMethod[], isJson: boolean): [kind: string, line: string][] {
  return methods.map(({ kind, exclude }) => {
    const list = [...exclude, ours].map(pattern => JSON.stringify(pattern)).join(', ');
    return [kind, isJson ? `  "exclude": [${list}]` : `  exclude = [${list}]`];
  });
}

function isOverridden({ overridden }: ProviderInstallation, address: ProviderAddress): boolean {
  return overridden.some(pattern => names(pattern, address));
}

/** Ignores a file that is not HCL: Terraform reports it with its line. */
function readable({ text }: CliConfigurationFile): ProviderInstallation | undefined {
  try {
    return providerInstallation(text);
  } catch (error) {
    if (error instanceof HclSyntaxError) return undefined;
    throw error;
  }
}
