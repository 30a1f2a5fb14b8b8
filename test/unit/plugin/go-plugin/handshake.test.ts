import { expect, test } from 'vitest';
import { handshakeLine, readHandshake } from '../../../../src/plugin/go-plugin/handshake';

const cookie = {
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
};

const refused = { refusal: expect.stringMatching(/\S\n$/) };

test.each<[string, Record<string, string>, object]>([
  ['no environment is refused, for a person', {}, refused],
  ['another cookie is refused, for a person', { TF_PLUGIN_MAGIC_COOKIE: 'chocolate' }, refused],
  ['no certificate is announced', cookie, { clientCertificate: undefined }],
  ['an empty certificate is none', { ...cookie, PLUGIN_CLIENT_CERT: '' }, { clientCertificate: undefined }],
  ['a certificate is announced', { ...cookie, PLUGIN_CLIENT_CERT: 'PEM' }, { clientCertificate: 'PEM' }],
])('%s', (_, environment, handshake) => {
  expect(readHandshake(environment)).toEqual(handshake);
});

test.each([
  [undefined, ''],
  [Buffer.alloc(1, 1), 'AQ'],
  [Buffer.alloc(2, 1), 'AQE'],
  [Buffer.alloc(3, 1), 'AQEB'],
])('a certificate is on the line without padding: %#', (certificate, encoded) => {
  expect(handshakeLine('/tmp/s', certificate)).toBe(`1|6|unix|/tmp/s|grpc|${encoded}\n`);
});
