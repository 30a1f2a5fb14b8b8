import * as z from 'zod';
import type { Shape } from '../collections/sandbox-collection';
import { text } from '../collections/shapes';
import type { EventRequest } from '../deliveries/delivery-record';

const thirtyDays = 30 * 24 * 60 * 60 * 1000;

/** A duration in milliseconds, at most 30 days: a timer takes no more than 24.8, and the delivery clock adds them. */
export const milliseconds = z
  .number({ error: 'must be a number of milliseconds' })
  .min(0, { error: 'must not be negative' })
  .max(thirtyDays, { error: 'must be at most 30 days' });

export const event = z.object({
  type: text(),
  tenant_id: text(),
  data: z.record(z.string(), z.unknown(), { error: 'must be an object' }).default({}),
}) satisfies Shape<EventRequest>;
