import type { IResolvable, TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { guard, type Rules } from './checks/guard';
import { matching, within } from './checks/rules';
import { isNotBothScopedAndUnrestricted, saysWhetherItIsRestricted } from './checks/scopes';
import { ApiKeyBase, type ApiKeyRotation } from './gen/api-key';

const rules: Rules = {
  always: [
    matching(
      'tenant_id',
      /^ten_[A-Za-z0-9_-]+$/,
      'The value is not the id of a tenant.',
      'Give an id that starts with "ten_", for example from the data source DataSvcTenants.',
    ),
    isNotBothScopedAndUnrestricted,
    saysWhetherItIsRestricted,
    within('rotation.after_days', 1, 3650, 'Give whole days, from 1 to 3650.'),
    within(
      'rotation.overlap_days',
      0,
      3650,
      'Give whole days, from 0 to 3650; 0 revokes the previous key at once.',
    ),
  ],
};

/**
 * What an API key is made of.
 */
export interface ApiKeyConfig extends TerraformMetaArguments {
  /**
   * Name by which people recognise the key.
   */
  readonly name: string;

  /**
   * Tenant that the key is bound to (`ten_…`). Another tenant means another key: it is replaced.
   */
  readonly tenantId: string;

  /**
   * Permission scopes of the key; order does not matter. `ApiScope` has the known names, and any other name
   * is accepted too.
   *
   * @default - none, which takes `unrestricted: true`
   */
  readonly scopes?: string[];

  /**
   * Says that a key without scopes is meant: it may do everything.
   *
   * @default false
   */
  readonly unrestricted?: boolean | IResolvable;

  /**
   * When the key is exchanged for a new one, in place: once it is due, the next deploy issues a new key, and
   * the previous one goes on working until the overlap ends.
   *
   * @default - the key is not rotated
   */
  readonly rotation?: ApiKeyRotation;
}

/**
 * A long-lived API key, bound to one tenant and to a set of permission scopes. Its value (`key`) is shown by
 * the platform once, at creation, and kept in the Terraform state.
 */
export class ApiKey extends ApiKeyBase {
  /**
   * Issues an API key.
   *
   * @param scope construct that this key belongs to
   * @param id name of the key in the program, unique within the scope
   * @param config what the key is made of
   */
  public constructor(scope: Construct, id: string, config: ApiKeyConfig) {
    super(scope, id, config);
    guard(this, () => this.synthesizeAttributes(), rules);
  }
}
