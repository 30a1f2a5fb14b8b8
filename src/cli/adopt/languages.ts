import { type Fields, namesOf } from '../../client/contract/fields';
import { collections, isManaged } from '../../client/contract/operations';
import { flawOf } from '../../constructs/addresses/address';
import { camelCase } from '../../constructs/checks/camel-case';
import { collectionOfResource } from '../../provider/registered-resources';
import { leftOut } from './checked';
import { addressOf, type Unmanaged } from './unmanaged';

export const languages = { hcl: importBlocks, typescript: constructs } as const;

/** `import` blocks, from which `terraform plan -generate-config-out` writes the resources. */
function importBlocks(all: readonly Unmanaged[]): string {
  return all
    .map(found => {
      const reason = leftOut(found);
      return reason === undefined ? importBlock(addressOf(found), found.object.id) : `# ${reason}\n`;
    })
    .join('\n');
}

export const importBlock = (address: string, id: unknown) =>
  `import {\n  to = ${address}\n  id = ${literal(id)}\n}\n`;

/** A literal of HCL and of TypeScript. In both, Terraform would evaluate `${…}` and `%{…}`, which a foreign name may contain. */
const literal = (value: unknown) => JSON.stringify(value)?.replace(/[$%](?=\{)/g, '$&$&');

/**
 * A function that adds the constructs to a stack, and one element with their import blocks. `importFrom` of cdktf asks
 * Terraform for its version once for each object, at each synthesis: 698 objects took two minutes.
 */
function constructs(all: readonly Unmanaged[], command: string): string {
  const lines = all.map(construct);
  const written = all.filter((_, index) => lines[index]?.startsWith('  imports.of('));
  const classes = [...new Set(written.map(({ type }) => classOf(type)))].sort();
  const library = command.split('-')[0];
  if (classes.length === 0)
    return `import type { Construct } from 'constructs';\n\nexport function adopted(_scope: Construct): void {\n${lines.join('\n')}\n}\n`;
  return `import { ${classes.join(', ')} } from '${command}';
import { TerraformElement, type TerraformResource } from '${library}';
import type { Construct } from 'constructs';

/** The import blocks of this file. */
class Imports extends TerraformElement {
  private readonly all: { resource: TerraformResource; id: string }[] = [];

  public of(resource: TerraformResource, id: string): void {
    this.all.push({ resource, id });
  }

  private get blocks() {
    return this.all.map(({ resource, id }) => ({
      to: \`\${resource.terraformResourceType}.\${resource.friendlyUniqueId}\`,
      id,
    }));
  }

  public override toTerraform(): object {
    return { import: this.blocks };
  }

  public override toHclTerraform(): object {
    const as = (value: string, storageClassType: string) => ({ value, type: 'simple', storageClassType });
    return { import: this.blocks.map(({ to, id }) => ({ to: as(to, 'reference'), id: as(id, 'string') })) };
  }
}

export function adopted(scope: Construct): void {
  const imports = new Imports(scope, ${literal(`imports_of_${written[0]?.label}`)});
${lines.join('\n')}
}
`;
}

function construct(found: Unmanaged): string {
  const reason = leftOut(found);
  if (reason !== undefined) return `  // ${reason}`;
  const { type, label, object } = found;
  const left = `  // ${type} ${literal(object.id)} is left out:`;
  const { given, missing } = argumentsOf(found);
  const flaw = object.url === undefined ? undefined : flawOf(object.url);
  // cdktf takes this text in a value for one of its own tokens.
  if (flaw !== undefined || /TfToken\[/.test(JSON.stringify(given)))
    return `${left} a construct refuses its address or name. An import block takes it.`;
  if (missing !== undefined) return `${left} the platform does not show its ${missing}.`;
  const lines = Object.entries(given).map(([name, value]) => `    ${name}: ${literal(value)},`);
  const made = `new ${classOf(type)}(scope, ${literal(label)}, {\n${lines.join('\n')}\n  })`;
  return `  imports.of(${made}, ${literal(object.id)});`;
}

/** Returns the arguments of the construct, and an identifying one that the platform does not show. */
function argumentsOf({ type, object }: Unmanaged) {
  const name = collectionOfResource.get(type);
  const fields: Fields = name === undefined || !isManaged(name) ? {} : collections[name].fields;
  const shown = new Map<string, unknown>(Object.entries(object));
  const names = namesOf(fields, 'writable', 'fixed');
  const given = names.filter(each => (shown.get(each) ?? null) !== null);
  return {
    missing: names.find(each => fields[each]?.identifies && !given.includes(each)),
    given: Object.fromEntries(given.map(each => argument(each, shown.get(each)))),
  };
}

/** No scopes mean an unrestricted key (paragraph 5.1). */
function argument(name: string, value: unknown): readonly [string, unknown] {
  return name === 'scopes' && Array.isArray(value) && value.length === 0
    ? ['unrestricted', true]
    : [camelCase(name), value];
}

/** The construct of a resource: `ApiKey` of `svc_api_key`. */
const classOf = (type: string) => camelCase(type.replace(/^svc/, ''));
