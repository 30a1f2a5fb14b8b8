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

test.each([
  [undefined, undefined],
  ['', undefined],
  ['PEM', 'PEM'],
])('of the variable %j the certificate announced is %s', (PLUGIN_CLIENT_CERT, clientCertificate) => {
  expect(readHandshake({ ...cookie, PLUGIN_CLIENT_CERT })).toEqual({ clientCertificate });
});

test.each([
  [undefined, ''],
  [Buffer.alloc(1, 1), 'AQ'],
  [Buffer.alloc(2, 1), 'AQE'],
  [Buffer.alloc(3, 1), 'AQEB'],
])('a certificate is on the line without padding: %#', (certificate, encoded) => {
  expect(handshakeLine('/tmp/s', certificate)).toBe(`1|6|unix|/tmp/s|grpc|${encoded}\n`);
});
