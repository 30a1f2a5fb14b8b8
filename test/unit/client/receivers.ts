import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verify } from '@octokit/webhooks-methods';
import { sectionOf } from '../../cdktf/listings';
import { listening } from '../../harness/servers/listening';

export const secret = 'obviously-not-a-secret-of-an-endpoint';
export const right = (body: string | Buffer, key = secret) =>
  `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;

/** A status, or nothing for a receiver that ends without an answer. */
type Receives = (body: Buffer, header?: string) => number | undefined | Promise<number | undefined>;

/** Listens on loopback, and notes the names of headers as the wire has them. */
export async function listeningReceiver(receives: Receives) {
  const got: { body: string; header: string | undefined; names: readonly string[] }[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const header = request.headers['x-svc-signature-256']?.toString();
    got.push({ body: body.toString(), header, names: request.rawHeaders });
    try {
      const status = await receives(body, header);
      if (status === undefined) response.destroy();
      else response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end();
    } catch {
      response.destroy();
    }
  });
  return { url: `http://127.0.0.1:${await listening(server)}/hook-token`, got };
}

/** The line that the page gives to copy. */
export const [, line = ''] =
  /`(body && .*)` of/.exec(sectionOf('docs/testing.md', 'A receiver').replaceAll('\n', ' ')) ?? [];
const asPage = new Function('verify', 'secret', 'body', 'signature', `return (async () => ${line})()`);
export const ofPage = (body: string, header: string | undefined, key = secret): Promise<unknown> =>
  asPage(verify, key, body, header);

const signs = (isRight: boolean) => (isRight ? 204 : 401);
const compares = (given = '', wanted = '') => {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return signs(one.length === other.length && timingSafeEqual(one, other));
};
const sound: Receives = (body, header) => compares(header, right(body));
const isSigned = (header?: string) => /^sha256=[0-9a-f]{64}$/.test(header ?? '');

const plain = 'ok accepts a signed event (204)';
const bytes = 'ok accepts a signed event with "é", an emoji';
const wrong = 'ok refuses a wrong signature (401)';
const missing = 'ok refuses an event without a signature (4';
const short = 'ok refuses a short and malformed signature (4';
const prefix = 'ok refuses a prefix of the right signature (4';
const bare = 'ok refuses the right signature without "sha256=" (4';
const all = [plain, bytes, wrong, missing, short, prefix, bare];
/** All lines, some of which differ. */
const but = (differing: Readonly<Record<number, string>>) =>
  all.map((words, index) => differing[index] ?? words);
const notRaw = but({ 1: 'wrong answers a signed event with "é", an emoji' });

export const receivers: readonly (readonly [string, Receives, readonly string[]])[] = [
  ['compares in constant time', sound, all],
  [
    'answers 400 without a signature and 422 to a malformed one',
    (body, header) => (header === undefined ? 400 : isSigned(header) ? sound(body, header) : 422),
    but({ 3: `${missing}00; 401 is recommended)`, 4: `${short}22; 401` }),
  ],
  ['has the line of the page', async (body, header) => signs(!!(await ofPage(`${body}`, header))), all],
  [
    'has the line without its conditions',
    async (body, header) => signs(await verify(secret, `${body}`, header ?? '')),
    [
      plain,
      bytes,
      wrong,
      'wrong accepted an event, and breaks the connection at an event without a signature',
    ],
  ],
  ['decodes ASCII', (body, header) => compares(header, right(body.toString('ascii'))), notRaw],
  ['decodes Latin-1', (body, header) => compares(header, right(body.toString('latin1'))), notRaw],
  [
    'writes again what it parsed',
    (body, header) => compares(header, right(JSON.stringify(JSON.parse(`${body}`)))),
    notRaw,
  ],
  [
    'accepts events without a signature',
    (body, header) => (header ? sound(body, header) : 200),
    but({ 3: 'wrong accepts an event without a signature (200): whoever knows its address' }),
  ],
  [
    'accepts anything',
    () => 204,
    [
      plain,
      bytes,
      ...all.slice(2).map(words => words.replace(/^ok refuses (.*) \(4.*/, 'wrong accepts $1 (204)')),
    ],
  ],
  [
    'fails without a signature',
    (body, header) => (header ? sound(body, header) : 500),
    but({ 3: 'wrong answers an event without a signature with 500 instead of 401' }),
  ],
  [
    'fails at another length',
    (body, header = '') => (header.length === 71 ? sound(body, header) : 500),
    but({
      3: 'wrong answers an event',
      4: 'wrong answers a short',
      5: 'wrong answers a prefix',
      6: 'wrong answers the right',
    }),
  ],
  [
    'compares as much as it gets',
    (body, header) => signs(!!header && right(body).startsWith(header)),
    but({ 5: 'wrong accepts a prefix of the right signature (204)' }),
  ],
  [
    'takes the part after "="',
    (body, header) => signs(`sha256=${header?.split('=').at(-1)}` === right(body)),
    but({ 6: 'wrong accepts the right signature without "sha256=" (204)' }),
  ],
  [
    'refuses a wrong signature with 403',
    (body, header) => (isSigned(header) && header !== right(body) ? 403 : sound(body, header)),
    but({ 2: 'wrong answers a wrong signature with 403 instead of 401' }),
  ],
  [
    'breaks the second connection',
    (body, header) => (`${body}`.includes('é') ? undefined : sound(body, header)),
    [plain, 'wrong accepted an event, and breaks the connection at a signed event with'],
  ],
  [
    'has another secret',
    () => 401,
    ['wrong answers a signed event with 401, so the platform would repeat it. It has another secret'],
  ],
  [
    'redirects',
    () => 308,
    ['wrong answers a signed event with 308, so the platform would repeat it. Register the address'],
  ],
  [
    'fails',
    () => 500,
    ['wrong answers a signed event with 500, so the platform would repeat it. Its log should say why'],
  ],
  ['is not there', () => undefined, ['? was not reached (UND_ERR_SOCKET)']],
];
