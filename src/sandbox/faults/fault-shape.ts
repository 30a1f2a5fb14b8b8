import * as z from 'zod';
import { isOperationName } from '../../client/contract/operations';
import type { Fault } from './faults';

const effect = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(['status', 'status-after']),
    status: z.int().min(200).max(599),
    body: z.union([z.string(), z.record(z.string(), z.unknown())]).exactOptional(),
    headers: z.record(z.string(), z.string()).exactOptional(),
  }),
  z.strictObject({
    kind: z.enum(['drop-before', 'drop-after', 'hang-before', 'hang-after']),
  }),
]);

/** A fault as JSON, which has no `Infinity`: `times` may be "always". */
export const faultShape = z.strictObject({
  operation: z.string().refine(isOperationName, { error: 'is no operation of the contract' }).exactOptional(),
  method: z.string().exactOptional(),
  id: z.string().exactOptional(),
  times: z
    .union([z.int().min(1), z.literal('always').transform(() => Number.POSITIVE_INFINITY)])
    .exactOptional(),
  after: z.int().min(0).exactOptional(),
  effect,
}) satisfies z.ZodType<Fault>;
