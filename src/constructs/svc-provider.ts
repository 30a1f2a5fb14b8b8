import { type IResolvable, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { onSynthesis } from './delivery/custom-synthesis';
import { deliverProvider } from './delivery/deliver-provider';
import { SvcProviderBase, type SvcProviderOauth } from './gen/provider';
import { visitWithPolicies } from './policy/policies';

/** An expression is no address: Terraform installs the providers before it evaluates any. */
const isAddress = (source: unknown): boolean =>
  typeof source === 'string' && /^(?:[a-z0-9.-]+(?::\d+)?\/)?[\w-]+\/[\w-]+$/i.test(source);

/**
 * Configuration of the provider.
 */
export interface SvcProviderConfig {
  /**
   * Base address of the platform's API: HTTPS, or HTTP for a loopback host.
   *
   * @default - the environment variable SVC_BASE_URL
   * @example 'https://api.example.com'
   */
  readonly baseUrl?: string;

  /**
   * API key that the provider uses. A literal is refused: omit it and set SVC_API_KEY, or give an `EphemeralVariable`.
   * A sensitive `TerraformVariable` works too, but every saved plan contains its value.
   *
   * @default - the environment variable SVC_API_KEY
   * @example new EphemeralVariable(stack, 'svc_api_key').stringValue
   */
  readonly apiKey?: string;

  /**
   * Uses the login of a person (`npx cdktf-provider-svc login`) instead of an API key.
   *
   * @default - an API key is used
   * @example {}
   */
  readonly oauth?: SvcProviderOauth;

  /**
   * Timeout of a request in seconds.
   *
   * @default 30
   * @example 60
   */
  readonly requestTimeout?: number;

  /**
   * Number of retries after a temporary failure.
   *
   * @default 4
   */
  readonly maxRetries?: number;

  /**
   * Upper limit for the requests that the provider begins in one second.
   *
   * @default - only the platform limits the rate
   */
  readonly requestsPerSecond?: number;

  /**
   * How objects are read. "coalesced" answers many reads from the pages of one list if that takes fewer requests.
   * "each" requests every object. `Refresh` has these choices.
   *
   * @default "coalesced"
   * @example Refresh.EACH
   */
  readonly refresh?: string;

  /**
   * Operations of the API that the platform lacks, for example `PlatformOperation.WEBHOOKS_UPDATE`. The provider then
   * does not use them, and reports what it cannot do. `PlatformOperation` has all operations that may be missing.
   *
   * @default - the platform has all operations
   * @example [PlatformOperation.WEBHOOKS_UPDATE]
   */
  readonly unavailableOperations?: string[];

  /**
   * Says that a list whose last page has no `next_cursor` is whole. Otherwise nobody can tell, which is warned of or
   * refused.
   *
   * @default false
   */
  readonly listsAreWhole?: boolean | IResolvable;

  /**
   * Allows a plan to revoke or narrow the key that the provider itself uses.
   *
   * @default - false, which makes such a plan an error
   */
  readonly allowSelfRevoke?: boolean | IResolvable;

  /**
   * Name of this configuration, for a stack with several.
   *
   * @default - the stack's default configuration
   * @example 'staging'
   */
  readonly alias?: string;

  /**
   * Address from which Terraform installs the provider, such as `registry.example.com/svc/svc`: that of a private
   * registry, or `svc/svc` for the public one and for a mirror. The synthesis then puts no provider beside the stack and
   * locks none. All providers of a stack have the same source.
   *
   * @default - the executable in this package
   * @example 'registry.example.com/svc/svc'
   */
  readonly source?: string;
}

/**
 * The provider of a stack. This package contains its executable and puts it beside the synthesized stack. So `cdktf
 * deploy` needs no registry and no CLI configuration.
 *
 * @see docs/index.md
 */
export class SvcProvider extends SvcProviderBase {
  /**
   * Configures the provider for a stack.
   *
   * @param scope stack that uses the provider
   * @param id name of the provider, unique within the scope
   * @param config configuration of the provider
   */
  public constructor(scope: Construct, id: string, config: SvcProviderConfig = {}) {
    super(scope, id, config);
    const { source } = config;
    if (source !== undefined && !isAddress(source))
      throw new Error(
        `[${this.node.path}] svc.source: The value is not the address of a provider. Give a plain text such as ` +
          'registry.example.com/svc/svc, without https://.',
      );
    // The generated base class fixes the source.
    if (source !== undefined) Object.assign(this, { terraformProviderSource: source });
    deliverProvider(this, source !== undefined);
    onSynthesis(this, () => visitWithPolicies(TerraformStack.of(this)));
  }
}
