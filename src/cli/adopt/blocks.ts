import { flawOf } from '../../constructs/addresses/address';
import { leftOut } from './checked';
import { addressOf, type Unmanaged } from './unmanaged';

export const languages = {
  hcl: importBlocks,
  typescript: constructs,
} as const;

/** `import` blocks, from which `terraform plan -generate-config-out` writes the resources. */
function importBlocks(all: readonly Unmanaged[]): string {
  return all
    .map(found => {
      const reason = leftOut(found);
      if (reason !== undefined) return `# ${reason}\n`;
      return `import {\n  to = ${addressOf(found)}\n  id = ${literal(found.object.id)}\n}\n`;
    })
    .join('\n');
}

/** A function that adds the constructs to a stack, each with `importFrom`. */
function constructs(all: readonly Unmanaged[], command: string): string {
  return `import { ApiKey, WebhookEndpoint } from '${command}';
import type { Construct } from 'constructs';

export function adopted(scope: Construct): void {
${all.map(found => `${construct(found)}\n`).join('')}}
`;
}

function construct(found: Unmanaged): string {
  const reason = leftOut(found);
  if (reason !== undefined) return `  // ${reason}`;
  const { type, label, object } = found;
  const left = `  // ${type} ${literal(object.id)} is left out:`;
  const [name, known] = argumentsOf(found) ?? [];
  if (known === undefined)
    return `${left} this version writes no construct for it. An import block takes it.`;
  const flaw = object.url === undefined ? undefined : flawOf(object.url);
  // cdktf takes this text in a value for one of its own tokens.
  if (flaw !== undefined || /TfToken\[/.test(JSON.stringify(known)))
    return `${left} a construct refuses its address or name. An import block takes it.`;
  const [missing] = Object.entries(known).find(([, value]) => value === undefined) ?? [];
  if (missing !== undefined) return `${left} the platform does not show its ${missing}.`;
  const lines = Object.entries(known).map(([name, value]) => `    ${name}: ${literal(value)},`);
  return `  new ${name}(scope, ${literal(label)}, {\n${lines.join('\n')}\n  }).importFrom(${literal(object.id)});`;
}

/** Returns the construct of an object, and its arguments. */
function argumentsOf({ type, object }: Unmanaged): readonly [name: string, known: object] | undefined {
  const { url, events, name, tenant_id: tenantId, scopes } = object;
  if (type === 'svc_webhook_endpoint') return ['WebhookEndpoint', { url, events }];
  return type === 'svc_api_key' ? ['ApiKey', { name, tenantId, ...reachOf(scopes) }] : undefined;
}

/** No scopes mean an unrestricted key (paragraph 5.1). */
const reachOf = (scopes: readonly string[] | undefined) =>
  scopes?.length === 0 ? { unrestricted: true } : { scopes };

/** A literal of HCL and of TypeScript. In both, Terraform would evaluate `${…}` and `%{…}`, which a foreign name may contain. */
export const literal = (value: unknown) => JSON.stringify(value)?.replace(/[$%](?=\{)/g, '$&$&');
