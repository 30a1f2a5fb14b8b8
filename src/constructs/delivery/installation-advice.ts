import { type CliConfigurationFile, cliConfiguration, type Product } from './cli-configuration';
import { HclSyntaxError } from './hcl-tokens';
import { registryHosts } from './mirror';
import {
  holds,
  type InstallationMethod,
  isAskedFor,
  names,
  type ProviderAddress,
  type ProviderInstallation,
  providerInstallation,
} from './provider-installation';

const ours = 'svc/svc';
/** Relative to Terraform's working directory, as `filesystem_mirror` allows. So the lines are right for every stack. */
const deliveredTo = 'terraform.d/plugins';

const programs = { terraform: 'Terraform', tofu: 'OpenTofu' };

/**
 * Returns the lines that the user must add to the CLI configuration; undefined if none. Terraform searches beside
 * the stack by default. A `provider_installation` block replaces this search.
 *
 * @internal
 */
export function installationAdvice(
  product: Product,
  stackFolder: string,
  version: string,
): string | undefined {
  const address = { host: registryHosts[product], namespace: 'svc', type: 'svc' };
  const found = cliConfiguration(product, stackFolder).flatMap(file => {
    const installation = readable(file);
    return installation === undefined ? [] : [{ ...file, installation }];
  });
  // Two files with the block are an error that Terraform reports.
  const [first] = found;
  if (first === undefined || isOverridden(first.installation, address)) return undefined;
  const isJson = first.text.trimStart().startsWith('{');
  const asked = first.installation.methods.filter(method => isAskedFor(method, address));
  const others = asked.filter(({ kind }) => kind !== 'filesystem_mirror');
  const isNamed = others.some(({ include }) => include.some(pattern => names(pattern, address)));
  const opening = `${first.file} has a provider_installation block`;
  if (!asked.some(method => holds(method, address, version, stackFolder))) {
    return isNamed ? undefined : unseen(opening, product, asked, isJson);
  }
  return isNamed || others.length === 0 ? undefined : offline(opening, product, others, isJson);
}

/** Advice if the program does not search the folder of the delivered provider. */
function unseen(opening: string, product: Product, asked: readonly InstallationMethod[], isJson: boolean) {
  const mirror = isJson
    ? [`"filesystem_mirror": [{ "path": "${deliveredTo}", "include": ["${ours}"] }]`]
    : ['filesystem_mirror {', `  path    = "${deliveredTo}"`, `  include = ["${ours}"]`, '}'];
  return [
    `${opening}, so ${programs[product]} does not look beside the stack, where synthesis has put the provider ` +
      `${ours}: "${product} init" will not find it. Add to the block`,
    '',
    ...mirror.map(line => `  ${line}`),
    '',
    ...exclusions(asked, isJson).flatMap(([kind, line]) => [`and in its ${kind} set`, '', line, '']),
  ]
    .join('\n')
    .trimEnd();
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
