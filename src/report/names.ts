// The words of a report that its schema shares with the command, which loads no schema.

/** Raised if a field of the report goes or changes its meaning. */
export const reportVersion = 3;

/** What a plan does to an object, with its verb. `import` and `move` only if the object stays as it is. */
export const verbs = {
  create: 'create',
  update: 'change',
  replace: 'replace',
  delete: 'delete',
  forget: 'forget',
  import: 'import',
  move: 'move',
  read: 'read',
  none: 'keep',
} as const;

export type Action = keyof typeof verbs;

const isAction = (name: string): name is Action => Object.hasOwn(verbs, name);

export const actions: readonly Action[] = Object.keys(verbs).filter(isAction);

export const nouns = {
  'api-key': 'key',
  'webhook-endpoint': 'endpoint',
  'data-source': 'data source',
  other: 'object',
} as const;

/** What a report says of itself, in this order. */
export const noteNames = [
  'errored',
  'incomplete',
  'unknown-format',
  'unknown-action',
  'not-refresh-only',
  'empty-state',
  'standing',
  'other-actions',
  'other-resources',
  'outputs',
] as const;
