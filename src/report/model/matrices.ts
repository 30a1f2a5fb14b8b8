import * as z from 'zod';
import { action, type Immutable, subject } from './change';

const cell = z.enum(['kept', 'added', 'removed', 'absent', 'unknown']);

const keyRow = z.object({
  object: subject,
  action,
  unrestricted: cell.describe('Whether the key has no limits: all scopes, named or not.'),
  cells: z.array(cell).describe('One for each of `scopes`.'),
});

const endpointRow = z.object({
  object: subject,
  action,
  cells: z.array(cell).describe('One for each of `eventTypes`.'),
});

export const keyMatrix = z
  .object({ scopes: z.array(z.string()), rows: z.array(keyRow) })
  .describe('Every key of the plan, unchanged ones included, sorted by tenant and name.');

export const endpointMatrix = z
  .object({ eventTypes: z.array(z.string()), rows: z.array(endpointRow) })
  .describe('Every endpoint of the plan, unchanged ones included, sorted by host.');

export type Cell = Immutable<z.infer<typeof cell>>;
export type KeyMatrix = Immutable<z.infer<typeof keyMatrix>>;
export type EndpointMatrix = Immutable<z.infer<typeof endpointMatrix>>;
