import type { IResolvable } from 'cdktf';
import type { Construct } from 'constructs';
import { guard, type Rules } from './checks/guard';
import { oneOf, within, withoutQuery } from './checks/rules';
import { providerSecrets } from './checks/sealed-blocks';
import { deliverProvider } from './delivery/deliver-provider';
import { LookAlikes } from './gen/look-alikes';
import { SvcProviderBase, type SvcProviderOauth } from './gen/provider';
import { Refresh } from './gen/refresh';

const rules: Rules = {
  always: [
    ...providerSecrets,
    withoutQuery('base_url'),
    within('request_timeout', 1, 3600, 'Give seconds, from 1 to 3600.'),
    within('max_retries', 0, 100, 'Give a number of retries, from 0 to 100.'),
    within('requests_per_second', 1, 1000, 'Give a number of requests, from 1 to 1000.'),
    oneOf('refresh', Object.values(Refresh)),
    oneOf('look_alikes', Object.values(LookAlikes)),
  ],
};

/**
 * How the provider reaches the platform.
 */
export interface SvcProviderConfig {
  /**
   * Base address of the platform's API: HTTPS, or HTTP for a loopback host.
   *
   * @default - the environment variable SVC_BASE_URL
   */
  readonly baseUrl?: string;

  /**
   * API key that the provider works with. A literal is refused: leave it out and set SVC_API_KEY, or give an
   * `EphemeralVariable`. A sensitive `TerraformVariable` works too, and stands in each saved plan.
   *
   * @default - the environment variable SVC_API_KEY
   */
  readonly apiKey?: string;

  /**
   * Works with the login of a person (`npx cdktf-provider-svc login`) in place of an API key.
   *
   * @default - an API key is used
   */
  readonly oauth?: SvcProviderOauth;

  /**
   * Seconds until a request is given up.
   *
   * @default 30
   */
  readonly requestTimeout?: number;

  /**
   * How often a request is tried again after a failure that may pass.
   *
   * @default 4
   */
  readonly maxRetries?: number;

  /**
   * How many requests the provider begins in one second at most.
   *
   * @default - only the platform limits the rate
   */
  readonly requestsPerSecond?: number;

  /**
   * How objects are read: "coalesced" answers many reads from the pages of one list where that takes fewer
   * requests, "each" asks for every object. `Refresh` has these choices.
   *
   * @default "coalesced"
   */
  readonly refresh?: string;

  /**
   * Operations of the API that the platform lacks, for example `PlatformOperation.WEBHOOKS_UPDATE`. The provider then
   * does without them, and says what it cannot do.
   *
   * @default - all operations are there
   */
  readonly unavailableOperations?: string[];

  /**
   * Lets a plan revoke or narrow the very key that the provider runs with.
   *
   * @default - false, which makes such a plan an error
   */
  readonly allowSelfRevoke?: boolean | IResolvable;

  /**
   * What an apply does about an object on the platform that looks like one to be created and that no state has
   * shown: "warn" creates another one beside it, "refuse" is an error before anything is created. `LookAlikes` has
   * these choices. For runners that keep nothing between two jobs.
   *
   * @default "warn"
   */
  readonly lookAlikes?: string;

  /**
   * Ids of objects that look like configured ones by intention: nothing is said of them.
   *
   * @default - none
   */
  readonly acceptedLookAlikes?: string[];

  /**
   * Folder of the journal of creations, for runners with a volume that outlives the job. May come from
   * SVC_JOURNAL_DIR.
   *
   * @default - svc-journal in the data directory of Terraform
   */
  readonly journalDirectory?: string;

  /**
   * Name of this configuration where a stack has several.
   *
   * @default - the stack's default configuration
   */
  readonly alias?: string;
}

/**
 * The provider of a stack. Its executable comes with this package and is put beside the synthesized stack,
 * so that `cdktf deploy` needs no registry and no CLI configuration.
 */
export class SvcProvider extends SvcProviderBase {
  /**
   * Configures the provider for a stack.
   *
   * @param scope stack that uses the provider
   * @param id name of the provider, unique within the scope
   * @param config how the platform is reached
   */
  public constructor(scope: Construct, id: string, config: SvcProviderConfig = {}) {
    super(scope, id, config);
    guard(this, () => this.synthesizeAttributes(), rules);
    deliverProvider(this);
  }
}
