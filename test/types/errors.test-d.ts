import { expectTypeOf, it } from 'vitest';
import { PlatformError } from '../../src/client';

it('an error has the facts of its kind', () => {
  const operation = 'webhooks.get';
  // @ts-expect-error no id
  new PlatformError('StillShown', { operation });
  // @ts-expect-error no such kind
  new PlatformError('Overslept', { operation });
  expectTypeOf(new PlatformError('StillShown', { operation, id: 'wh_1' })).toExtend<PlatformError>();
});
