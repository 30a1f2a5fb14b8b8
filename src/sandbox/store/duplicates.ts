import type { z } from 'zod';

/** An array of objects with unique values of one property. The issue's path is the second object. */
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
