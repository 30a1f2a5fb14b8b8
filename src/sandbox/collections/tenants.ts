import { z } from 'zod';
import type { TenantRecord } from '../../client/contract/tenants';
import type { SandboxCollection } from './sandbox-collection';

export interface TenantRequest {
  /** Made by the platform unless given. */
  readonly id?: string;
  readonly name: string;
}

const creation = z.strictObject({
  id: z
    .string()
    .regex(/^ten_\w+$/, { error: 'must start with ten_' })
    .exactOptional(),
  name: z.string().min(1),
});

/** Tenants: the path is documented (paragraph 4.2), the shape is assumed. */
export const tenants: SandboxCollection<{
  stored: TenantRecord;
  shown: TenantRecord;
  created: TenantRecord;
  request: TenantRequest;
  change: object;
}> = {
  savedAs: 'tenants',
  noun: 'tenant',
  creation,
  saved: z.object({ id: z.string(), name: z.string() }),
  make: ({ id, name }, making) => ({ id: id ?? making.identifier('ten'), name }),
  show: tenant => tenant,
  reveal: tenant => tenant,
};
