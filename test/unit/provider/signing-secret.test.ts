import { expect, it } from 'vitest';
import { changedSecret } from '../../../src/provider/webhook-endpoints/signing-secret';

it.each([
  ['a new secret is sent', { secret: 'a' }, { secret: 'b' }, 'b'],
  ['the same secret is not sent', { secret: 'a' }, { secret: 'a' }, undefined],
  [
    'a write-only secret with a new version is sent',
    { secret_wo_version: 1 },
    { secret_wo: 'b', secret_wo_version: 2 },
    'b',
  ],
  [
    'a write-only secret with its version is not sent',
    { secret_wo_version: 1 },
    { secret_wo: 'b', secret_wo_version: 1 },
    undefined,
  ],
  [
    'a write-only secret in place of a secret is sent, whatever its version',
    { secret: 'a', secret_wo_version: 1 },
    { secret_wo: 'b', secret_wo_version: 1 },
    'b',
  ],
  [
    'a secret that is ignored hides no new version',
    { secret: 'a', secret_wo_version: 1 },
    { secret: 'a', secret_wo: 'b', secret_wo_version: 2 },
    'b',
  ],
])('%s', (_, prior, planned, sent) => {
  expect(changedSecret(prior, planned)).toBe(sent);
});
