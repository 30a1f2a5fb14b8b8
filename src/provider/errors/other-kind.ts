import { Refused } from './refused';

const prefixes = { svc_webhook_endpoint: 'wh_', svc_api_key: 'key_' } as const;

/**
 * Explains an import of an object that the platform does not have, if its id is one of another resource. Terraform alone
 * would say that the object does not exist.
 *
 * @throws {Refused}
 */
export function refuseOtherKind(resource: keyof typeof prefixes, id: string): void {
  const other = Object.entries(prefixes).find(([name, prefix]) => name !== resource && id.startsWith(prefix));
  if (other === undefined) return;
  const [name, prefix] = other;
  throw new Refused(
    'Id of another resource',
    `The platform has no such object for ${resource}. Ids that begin with ${prefix} belong to ${name}.`,
    `Import it into a ${name}, or give an id that begins with ${prefixes[resource]}.`,
  );
}
