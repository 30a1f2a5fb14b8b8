import { flawOf } from '../../constructs/addresses/address';
import { leftOut } from './checked';
import { addressOf, type Found } from './found';

export const languages = {
  hcl: importBlocks,
  typescript: constructs,
} as const;

/** `import` blocks, from which `terraform plan -generate-config-out` writes the resources. */
function importBlocks(all: readonly Found[]): string {
  return all
    .map(found => {
      const reason = leftOut(found);
      if (reason !== undefined) return `# ${reason}\n`;
      return `import {\n  to = ${addressOf(found)}\n  id = ${literal(found.object.id)}\n}\n`;
    })
    .join('\n');
}

/** A function that adds the constructs to a stack, each with `importFrom`. */
function constructs(all: readonly Found[], command: string): string {
  return `import { ApiKey, WebhookEndpoint } from '${command}';
import type { Construct } from 'constructs';

export function adopted(scope: Construct): void {
${all.map(found => `${construct(found)}\n`).join('')}}
`;
}

function construct(found: Found): string {
  const reason = leftOut(found);
  if (reason !== undefined) return `  // ${reason}`;
  const { type, label, object } = found;
  const known =
    type === 'svc_webhook_endpoint'
      ? { url: object.url, events: object.events }
      : { name: object.name, tenantId: object.tenant_id, ...reachOf(object.scopes) };
  const flaw = 'url' in known && known.url !== undefined ? flawOf(known.url) : undefined;
  // cdktf takes this text in a value for one of its own tokens.
  if (flaw !== undefined || /TfToken\[/.test(JSON.stringify(known)))
    return `  // ${type} ${literal(object.id)} is left out: a construct refuses its address or name. An import block takes it.`;
  const [missing] = Object.entries(known).find(([, value]) => value === undefined) ?? [];
  if (missing !== undefined)
    return `  // ${type} ${literal(object.id)} is left out: the platform does not show its ${missing}.`;
  const lines = Object.entries(known).map(([name, value]) => `    ${name}: ${literal(value)},`);
  const name = type === 'svc_webhook_endpoint' ? 'WebhookEndpoint' : 'ApiKey';
  return `  new ${name}(scope, ${literal(label)}, {\n${lines.join('\n')}\n  }).importFrom(${literal(object.id)});`;
}

/** No scopes mean an unrestricted key (paragraph 5.1). */
const reachOf = (scopes: readonly string[] | undefined) =>
  scopes?.length === 0 ? { unrestricted: true } : { scopes };

/** A literal of HCL and of TypeScript. In both, Terraform would evaluate `${…}` and `%{…}`, which a foreign name may contain. */
const literal = (value: unknown) => JSON.stringify(value)?.replace(/[$%](?=\{)/g, '$&$&');
