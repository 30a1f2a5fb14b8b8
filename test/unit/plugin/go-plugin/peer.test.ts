import { X509Certificate } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { createCertificate } from '../../../../src/plugin/go-plugin/certificate';
import { peerCheck } from '../../../../src/plugin/go-plugin/peer';
import { pemOf } from '../../../../src/plugin/go-plugin/pem';

const [ours, another] = [pemOf(createCertificate().der), pemOf(createCertificate().der)];

test.each<[string, string | undefined, boolean]>([
  ['shows the announced certificate', ours, true],
  ['shows another certificate', another, false],
  ['shows none', undefined, false],
])('a peer that %s is trusted: %#', (_, shown, isTrusted) => {
  const socket = new TLSSocket(new PassThrough());
  socket.getPeerX509Certificate = () => (shown === undefined ? undefined : new X509Certificate(shown));
  expect(peerCheck(ours)(socket)).toBe(isTrusted);
});

test('an announced certificate that cannot be read is an error that does not repeat it', () => {
  expect(() => peerCheck('planted')).toThrow(/^PLUGIN_CLIENT_CERT does not contain a readable/);
});
