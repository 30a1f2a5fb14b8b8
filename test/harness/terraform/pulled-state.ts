import { z } from 'zod';
import type { StateResource, TerraformState } from './terraform-json';

/** A step of a path: the name of an attribute, or the index of an element. */
const step = z.union([
  z.object({ type: z.literal('get_attr'), value: z.string() }).transform(({ value }) => value),
  z
    .object({ type: z.literal('index'), value: z.object({ value: z.union([z.string(), z.number()]) }) })
    .transform(({ value }) => value.value),
]);
type Path = readonly z.infer<typeof step>[];

const instance = z.object({
  index_key: z.union([z.string(), z.number()]).optional(),
  attributes: z.record(z.string(), z.unknown()),
  sensitive_attributes: z.array(z.array(step)).default([]),
});

const resource = z.object({
  module: z.string().optional(),
  mode: z.enum(['managed', 'data']),
  type: z.string(),
  name: z.string(),
  instances: z.array(instance),
});
type Resource = z.infer<typeof resource>;

const file = z.object({
  outputs: z.record(z.string(), z.object({ sensitive: z.boolean().default(false), value: z.unknown() })),
  resources: z.array(resource),
});

/**
 * Reads what `terraform state pull` prints: the state as its backend has it. It contains what `terraform show -json`
 * says, and costs a third, since Terraform starts no provider for it. Without a state it prints nothing.
 *
 * @param text format version 4 of a state, as Terraform 1 and OpenTofu write it
 */
export function parsePulledState(text: string): TerraformState {
  if (text.trim() === '') return { resources: [], outputs: {} };
  const { resources, outputs } = file.parse(JSON.parse(text));
  return { resources: resources.flatMap(resourcesIn), outputs };
}

function resourcesIn({ module, mode, type, name, instances }: Resource): readonly StateResource[] {
  const words = [module, mode === 'data' ? 'data' : undefined, type, name];
  const base = words.filter(word => word !== undefined).join('.');
  return instances.map(({ index_key: index, attributes: values, sensitive_attributes: sensitive }) => {
    return {
      address: base + (index === undefined ? '' : `[${JSON.stringify(index)}]`),
      mode,
      type,
      values,
      sensitive: marksOf(values, sensitive),
    };
  });
}

/** Returns `true` for a sensitive value; else a list or object with marks for its parts, as `terraform show -json` does. */
function marksOf(value: unknown, sensitive: readonly Path[]): unknown {
  if (sensitive.some(path => path.length === 0)) return true;
  const below = (key: string | number) =>
    sensitive.filter(([first]) => first === key).map(path => path.slice(1));
  if (Array.isArray(value)) return value.map((part, index) => marksOf(part, below(index)));
  if (typeof value !== 'object' || value === null) return false;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, marksOf(part, below(name))]));
}
