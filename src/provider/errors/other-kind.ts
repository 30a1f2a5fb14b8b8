import { Refused } from './refused';

const prefixes = { svc_webhook_endpoint: 'wh_', svc_api_key: 'key_' } as const;

/**
 * Explains an import of an object that the platform does not have, if its id is not one of this resource, for example a
 * name. Terraform alone would say that the object does not exist.
 *
 * @throws {Refused}
 */
export function refuseOtherKind(resource: keyof typeof prefixes, id: string): void {
  const own = prefixes[resource];
  if (id.startsWith(own)) return;
  const [name, prefix] = Object.entries(prefixes).find(each => id.startsWith(each[1])) ?? [];
  throw new Refused(
    'Id of another resource',
    `The platform has no such object for ${resource}, whose ids begin with ${own}.`,
    name === undefined
      ? `Give an id that begins with ${own}, for example from the data source ${resource}s.`
      : `Ids that begin with ${prefix} belong to ${name}: import it there, or give an id that begins with ${own}.`,
  );
}
