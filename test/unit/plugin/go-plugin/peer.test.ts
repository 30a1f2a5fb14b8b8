import { expect, test } from 'vitest';
import { peerCheck } from '../../../../src/plugin/go-plugin/peer';

/** Whom it trusts, test/protocol/process.test.ts shows with real TLS. */
test('an announced certificate that cannot be read is an error that does not repeat it', () => {
  expect(() => peerCheck('planted')).toThrow(/^PLUGIN_CLIENT_CERT does not contain a readable/);
});
