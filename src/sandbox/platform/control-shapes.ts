import * as z from 'zod';
import type { Shape } from '../collections/sandbox-collection';
import { text } from '../collections/shapes';
import type { EventRequest } from '../deliveries/delivery-record';

const oneYear = 366 * 24 * 60 * 60 * 1000;

/** Milliseconds by which the clock is advanced: enough for any rotation, and the clock stays within four-digit years. */
export const milliseconds = z
  .number({ error: 'must be a number of milliseconds' })
  .min(0, { error: 'must not be negative' })
  .max(oneYear, { error: 'must be at most 366 days' });

export const event = z.object({
  type: text(),
  tenant_id: text(),
  data: z.record(z.string(), z.unknown(), { error: 'must be an object' }).default({}),
}) satisfies Shape<EventRequest>;
