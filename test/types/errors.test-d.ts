import { expectTypeOf, it } from 'vitest';
import { type ErrorKind, PlatformError } from '../../src/client';
import type { errorDescriptions } from '../../src/provider/errors/error-descriptions';

it('each kind of error has a row: a summary, the setting at fault, and what to do next', () => {
  expectTypeOf<typeof errorDescriptions>().toExtend<
    Record<ErrorKind, readonly [unknown, string | undefined, unknown]>
  >();
});

it('an error has the facts of its kind', () => {
  const operation = 'webhooks.get';
  // @ts-expect-error no id
  new PlatformError('StillShown', { operation });
  // @ts-expect-error no such kind
  new PlatformError('Overslept', { operation });
  expectTypeOf(new PlatformError('StillShown', { operation, id: 'wh_1' })).toExtend<PlatformError>();
});
