import { createVerify, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const claims = z.object({ aud: z.string(), sub: z.string(), exp: z.number() });

export interface Expected {
  readonly audience: string;
  readonly subject: string;
  readonly role: string;
  readonly issuerKey: KeyObject;
  /** Key and session token that the endpoint gives for a valid token. */
  readonly accessKey: string;
  readonly sessionToken: string;
}

/** A cloud on loopback: it gives credentials of a role for a signed token (AWS STS), and has an empty bucket (S3). */
export async function startCloud(
  expected: Expected,
): Promise<{ readonly url: string; readonly calls: string[] }> {
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    const { status, call, body } = await answer(request, expected);
    calls.push(`${call}: ${status}`);
    response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = z.custom<AddressInfo>().parse(server.address());
  return { url: `http://127.0.0.1:${port}`, calls };
}

async function answer(request: IncomingMessage, expected: Expected) {
  if (request.method === 'POST') {
    const form = new URLSearchParams(await text(request));
    const isValid =
      form.get('RoleArn') === expected.role && isSigned(form.get('WebIdentityToken') ?? '', expected);
    return {
      status: isValid ? 200 : 403,
      call: form.get('Action') ?? '',
      body: isValid ? credentials(expected) : refusal,
    };
  }
  const { authorization = '', 'x-amz-security-token': session } = request.headers;
  const [path = ''] = request.url?.split('?') ?? [];
  const call = `${request.method} ${path}`;
  const isKnown =
    authorization.includes(`Credential=${expected.accessKey}/`) && session === expected.sessionToken;
  if (!isKnown) return { status: 403, call, body: refusal };
  // There is no state yet.
  return path === '/state'
    ? { status: 200, call, body: emptyBucket }
    : { status: 404, call, body: noSuchKey };
}

/** RS256, audience, subject and expiry, as a cloud checks a token against the issuer's public key. */
function isSigned(token: string, { issuerKey, audience, subject }: Expected): boolean {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const verifier = createVerify('RSA-SHA256').update(`${header}.${payload}`);
  if (!verifier.verify(issuerKey, signature, 'base64url')) return false;
  const { aud, sub, exp } = claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return aud === audience && sub === subject && exp * 1000 > Date.now();
}

const refusal =
  '<ErrorResponse><Error><Code>AccessDenied</Code><Message>Refused</Message></Error></ErrorResponse>';
const noSuchKey = '<Error><Code>NoSuchKey</Code><Message>Absent</Message></Error>';
const emptyBucket =
  '<?xml version="1.0"?><ListBucketResult><Name>state</Name><KeyCount>0</KeyCount><IsTruncated>false</IsTruncated></ListBucketResult>';

const credentials = ({ accessKey, sessionToken, role }: Expected) =>
  '<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>' +
  `<AssumedRoleUser><Arn>${role}</Arn><AssumedRoleId>r:s</AssumedRoleId></AssumedRoleUser>` +
  `<Credentials><AccessKeyId>${accessKey}</AccessKeyId><SecretAccessKey>${sessionToken}</SecretAccessKey>` +
  `<SessionToken>${sessionToken}</SessionToken><Expiration>${new Date(Date.now() + 3_600_000).toISOString()}</Expiration>` +
  '</Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>';
