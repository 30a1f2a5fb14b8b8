import { leftOut } from './checked';
import { addressOf, type Unmanaged } from './unmanaged';

/** `import` blocks, from which `terraform plan -generate-config-out` writes the resources. */
export function importBlocks(all: readonly Unmanaged[]): string {
  return all
    .map(found => {
      const reason = leftOut(found);
      if (reason !== undefined) return `# ${reason}\n`;
      return importBlock(addressOf(found), found.object.id);
    })
    .join('\n');
}

export const importBlock = (address: string, id: unknown) =>
  `import {\n  to = ${address}\n  id = ${literal(id)}\n}\n`;

/** A literal of HCL and of TypeScript. In both, Terraform would evaluate `${…}` and `%{…}`, which a foreign name may contain. */
export const literal = (value: unknown) => JSON.stringify(value)?.replace(/[$%](?=\{)/g, '$&$&');
