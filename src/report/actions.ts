/** In a reviewer’s words: `import` and `move` only if the object stays as it is. */
export const actions = [
  'create',
  'update',
  'replace',
  'delete',
  'forget',
  'import',
  'move',
  'read',
  'none',
] as const;

export type Action = (typeof actions)[number];
