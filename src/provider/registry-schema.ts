import { schemaJson } from '../plugin/docs/schema-json';
import { svc } from '.';

/** Terraform's address of this provider. */
export const providerSource = 'registry.terraform.io/svc/svc';

/** Returns the provider's schema as `terraform providers schema -json` prints it. */
export function providerSchema() {
  return schemaJson(svc, providerSource);
}
