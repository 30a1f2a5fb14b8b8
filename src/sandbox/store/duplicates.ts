import type { z } from 'zod';

/** An array of objects of which no two have the same value under a name; the issue is at the second of them. */
export function withUnique<
  Name extends string,
  Schema extends z.ZodType<readonly { readonly [Key in Name]?: string }[]>,
>(name: Name, schema: Schema): Schema {
  return schema.superRefine((members, context) => {
    const places = new Map<string, number>();
    for (const [index, member] of members.entries()) {
      const value = member[name];
      if (value === undefined) continue;
      const first = places.get(value);
      if (first === undefined) places.set(value, index);
      else {
        const message = `is the ${name} of item ${first} too`;
        context.addIssue({ code: 'custom', path: [index, name], message });
      }
    }
  });
}
