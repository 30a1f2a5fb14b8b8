import { X509Certificate } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { createCertificate } from '../../../../src/plugin/go-plugin/certificate';
import { peerCheck } from '../../../../src/plugin/go-plugin/peer';
import { pemOf } from '../../../../src/plugin/go-plugin/pem';

const pem = () => pemOf(createCertificate({ from: '260101000000Z', to: '270101000000Z' }).der);
const [ours, another] = [pem(), pem()];
const [from, to] = [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2027-01-01T00:00:00Z')];

test.each<[string, string | undefined, number, boolean]>([
  ['shows the announced certificate', ours, from + 1, true],
  ['shows it at its first moment', ours, from, true],
  ['shows it at its last moment', ours, to, true],
  ['shows it too early', ours, from - 1, false],
  ['shows it too late', ours, to + 1, false],
  ['shows another certificate', another, from, false],
  ['shows none', undefined, from, false],
])('a peer that %s is trusted: %#', (_, shown, now, isTrusted) => {
  let clock = 0;
  const socket = new TLSSocket(new PassThrough());
  socket.getPeerX509Certificate = () => (shown === undefined ? undefined : new X509Certificate(shown));
  const isPeer = peerCheck(ours, () => clock);
  clock = now;
  expect(isPeer(socket)).toBe(isTrusted);
});

test('an announced certificate that cannot be read is an error that does not repeat it', () => {
  expect(() => peerCheck('planted', () => 0)).toThrow(/^PLUGIN_CLIENT_CERT does not contain a readable/);
});
