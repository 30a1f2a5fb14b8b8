import { expect, test } from 'vitest';
import { handshakeLine, readHandshake } from '../../../../src/plugin/go-plugin/handshake';

const cookie = {
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
};

test.each([
  ['no environment', {}, 'person'],
  ['another cookie', { TF_PLUGIN_MAGIC_COOKIE: 'chocolate' }, 'person'],
  ['versions without 6', { ...cookie, PLUGIN_PROTOCOL_VERSIONS: '4,5' }, 'terraform'],
  ['a version that only contains a 6', { ...cookie, PLUGIN_PROTOCOL_VERSIONS: '16,60' }, 'terraform'],
])('%s is refused, and the %s-side reader can see it', (_, environment, reader) => {
  expect(readHandshake(environment)).toMatchObject({ reader, refusal: expect.stringMatching(/\S\n$/) });
});

test.each([
  ['6', undefined],
  ['5,6', undefined],
  ['6,5', 'PEM'],
  // A client older than the list of versions.
  [undefined, undefined],
])('versions %s are served, with the certificate announced: %s', (versions, certificate) => {
  const environment = { ...cookie, PLUGIN_PROTOCOL_VERSIONS: versions, PLUGIN_CLIENT_CERT: certificate };
  expect(readHandshake(environment)).toEqual({ clientCertificate: certificate });
});

test('an empty certificate counts as none', () => {
  expect(readHandshake({ ...cookie, PLUGIN_CLIENT_CERT: '' })).toEqual({ clientCertificate: undefined });
});

test('a refusal for Terraform repeats digits only, on one line', () => {
  const answer = readHandshake({ ...cookie, PLUGIN_PROTOCOL_VERSIONS: '4,\u001b[31m5\nsecret' });
  const refusal = 'refusal' in answer ? answer.refusal : '';
  expect(refusal).toContain('only 4,315.');
  expect(refusal.split('\n')).toHaveLength(2);
});

test.each([
  [1, 'AQ'],
  [2, 'AQE'],
  [3, 'AQEB'],
])('a certificate of %i bytes is on the line without padding', (size, encoded) => {
  expect(handshakeLine('/tmp/s', Buffer.alloc(size, 1))).toBe(`1|6|unix|/tmp/s|grpc|${encoded}\n`);
});

test('without a certificate the last field is empty', () => {
  expect(handshakeLine('/tmp/s', undefined)).toBe('1|6|unix|/tmp/s|grpc|\n');
});
