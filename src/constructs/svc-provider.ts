import { TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { onSynthesis } from './delivery/custom-synthesis';
import { deliverProvider } from './delivery/deliver-provider';
import { SvcProviderBase, type SvcProviderBaseConfig } from './gen/provider';
import { visitWithPolicies } from './policy/policies';

/** An expression is no address: Terraform installs the providers before it evaluates any. */
const isAddress = (source: unknown): boolean =>
  typeof source === 'string' && /^(?:[a-z0-9.-]+(?::\d+)?\/)?[\w-]+\/[\w-]+$/i.test(source);

/**
 * Configuration of the provider.
 */
export interface SvcProviderConfig extends SvcProviderBaseConfig {
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
 * An `apiKey` that is a literal is refused: omit it and set SVC_API_KEY, or give an `EphemeralVariable`. A sensitive
 * `TerraformVariable` works, too, but every saved plan contains its value. `Refresh` and `PlatformOperation` have the names
 * that `refresh` and `unavailableOperations` take.
 *
 * @see docs/index.md
 * @example
 *
 * import { App, TerraformStack } from 'cdktf';
 * import { PlatformOperation, Refresh, SvcProvider } from 'cdktf-provider-svc';
 *
 * const stack = new TerraformStack(new App(), 'security');
 * new SvcProvider(stack, 'svc', {
 *   baseUrl: 'https://api.example.com',
 *   refresh: Refresh.EACH,
 *   unavailableOperations: [PlatformOperation.WEBHOOKS_UPDATE],
 * });
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
    if (source !== undefined && !isAddress(source)) {
      scope.node.tryRemoveChild(this.node.id);
      throw new Error(
        `[${this.node.path}] svc.source: The value is not the address of a provider. Give a plain text such as ` +
          'registry.example.com/svc/svc, without https://.',
      );
    }
    // The generated base class fixes the source.
    if (source !== undefined) Object.assign(this, { terraformProviderSource: source });
    deliverProvider(this, source !== undefined);
    onSynthesis(this, () => visitWithPolicies(TerraformStack.of(this)));
  }
}
