import { expect, test } from 'vitest';
import { handshakeLine, readHandshake } from '../../../../src/plugin/go-plugin/handshake';

const cookie = {
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
};

test.each([
  ['no environment', {}],
  ['another cookie', { TF_PLUGIN_MAGIC_COOKIE: 'chocolate' }],
])('%s is refused, for a person', (_, environment) => {
  expect(readHandshake(environment)).toEqual({ refusal: expect.stringMatching(/\S\n$/) });
});

test.each([[undefined], ['PEM']])('the certificate announced is %s', certificate => {
  expect(readHandshake({ ...cookie, PLUGIN_CLIENT_CERT: certificate })).toEqual({
    clientCertificate: certificate,
  });
});

test('an empty certificate counts as none', () => {
  expect(readHandshake({ ...cookie, PLUGIN_CLIENT_CERT: '' })).toEqual({ clientCertificate: undefined });
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
