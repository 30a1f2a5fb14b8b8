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
/** Relative to where Terraform runs, as `filesystem_mirror` takes it: so the lines serve every stack of a user. */
const deliveredTo = 'terraform.d/plugins';

const ignored = (program: string, command: string) =>
  `${program} does not look beside the stack, where synthesis has put the provider ${ours}: "${command} init" will ` +
  'not find it. Add to the block';
const spoken = { terraform: ignored('Terraform', 'terraform'), tofu: ignored('OpenTofu', 'tofu') };

/**
 * What the user has to add to the CLI configuration, or undefined when nothing. Terraform looks beside the stack
 * unasked, unless the CLI configuration has a `provider_installation` block: then it looks where that says alone.
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
  // Two files with the block are an error of their own, which Terraform tells.
  const [first] = found;
  if (first === undefined || isProvidedFor(first.installation, address, version, stackFolder))
    return undefined;
  const isJson = first.text.trimStart().startsWith('{');
  const opening = `${first.file} has a provider_installation block, so ${spoken[product]}`;
  return [opening, ...lines(askedMethods(first.installation, address), isJson)].join('\n').trimEnd();
}

/** A file that is no HCL has no block: Terraform names it and its line itself. */
function readable({ text }: CliConfigurationFile): ProviderInstallation | undefined {
  try {
    return providerInstallation(text);
  } catch (error) {
    if (error instanceof HclSyntaxError) return undefined;
    throw error;
  }
}

/** Someone who names our provider knows where it is to be had; a folder can be looked into. */
function isProvidedFor(
  { methods, overridden }: ProviderInstallation,
  address: ProviderAddress,
  version: string,
  stackFolder: string,
): boolean {
  if (overridden.some(pattern => names(pattern, address))) return true;
  return methods
    .filter(method => isAskedFor(method, address))
    .some(method =>
      method.kind === 'filesystem_mirror'
        ? holds(method, address, version, stackFolder)
        : method.include.some(pattern => names(pattern, address)),
    );
}

/** They must not be asked, since one that cannot be reached ends the search. */
function askedMethods({ methods }: ProviderInstallation, address: ProviderAddress): InstallationMethod[] {
  return methods.filter(method => isAskedFor(method, address));
}

function lines(asked: readonly InstallationMethod[], isJson: boolean): string[] {
  const mirror = isJson
    ? [`"filesystem_mirror": [{ "path": "${deliveredTo}", "include": ["${ours}"] }]`]
    : ['filesystem_mirror {', `  path    = "${deliveredTo}"`, `  include = ["${ours}"]`, '}'];
  const exclusions = asked.flatMap(({ kind, exclude }) => {
    const list = [...exclude, ours].map(pattern => JSON.stringify(pattern)).join(', ');
    return [`and in its ${kind} set`, '', isJson ? `  "exclude": [${list}]` : `  exclude = [${list}]`, ''];
  });
  return ['', ...mirror.map(line => `  ${line}`), '', ...exclusions];
}
