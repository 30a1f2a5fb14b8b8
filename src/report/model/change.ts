import * as z from 'zod';
import { actions } from '../names';

/** Reports share texts and lists that never change, so none of their types is mutable. */
export type Immutable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
  : Value;

export interface PhrasePart {
  /** Own words, the name of an object, or a value of the plan. */
  readonly is: 'words' | 'name' | 'value';
  readonly text: string;
}

export interface Phrase {
  readonly text: string;
  /** The same text in pieces, for our renderers. JSON has no room for them: plans of thousands have many phrases. */
  readonly parts: readonly PhrasePart[];
}

const isPhrase = (value: unknown) =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string';

/** The schema of JSON is in its metadata. */
export const phrase = z.custom<Phrase>(isPhrase).meta({
  description: 'Words for a reviewer.',
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
});

export const action = z.enum(actions);

export const subject = z
  .object({
    address: z.string().describe('Terraform’s address, such as `module.a.svc_api_key.ci["x"]`.'),
    kind: z.enum(['api-key', 'webhook-endpoint', 'data-source', 'other']),
    label: z
      .string()
      .nullable()
      .describe(
        'The name of a key, or host and port of an endpoint, never more of its address. Null if it is unknown or sensitive.',
      ),
    id: z.string().nullable().describe('The platform’s id before the change; null if there is none yet.'),
    tenant: z.string().nullable().describe('Tenant of a key; null if it is unknown, and for an endpoint.'),
    providerAlias: z
      .string()
      .nullable()
      .describe('Alias of the provider configuration; null for the default one.'),
  })
  .describe('An object of the plan.');

const shown = z
  .union([
    z.object({
      is: z.literal('value'),
      text: z.string().describe('The value as JSON, long ones shortened.'),
    }),
    z.object({ is: z.enum(['absent', 'sensitive', 'unknown']) }),
  ])
  .describe('`unknown`: known after apply. `sensitive`: marked by the provider or the configuration.');

const difference = z.object({
  path: z.string().describe('Path of the attribute, such as `rotation.after_days` or `scopes`.'),
  before: shown,
  after: shown,
  forcesReplacement: z.boolean(),
});

export const change = z.object({
  object: subject,
  action,
  movedFrom: z.string().nullable().describe('The former address of a moved object.'),
  importedId: z.string().nullable().describe('The id by which an object is imported.'),
  deposed: z
    .string()
    .nullable()
    .describe('Terraform’s key of a deposed object, left by an earlier replacement.'),
  reason: z
    .string()
    .nullable()
    .describe('Why Terraform plans it, in its own words; null if it gives no reason.'),
  sentences: z
    .array(phrase)
    .describe('What changes, without the object’s name, such as `gains incident:respond`.'),
  differences: z.array(difference).describe('Every attribute that changes.'),
});

export type Subject = Immutable<z.infer<typeof subject>>;
export type Change = Immutable<z.infer<typeof change>>;
export type Difference = Immutable<z.infer<typeof difference>>;
export type Shown = Immutable<z.infer<typeof shown>>;
