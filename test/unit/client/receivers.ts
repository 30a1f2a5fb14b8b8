import { timingSafeEqual } from 'node:crypto';
import { verify } from '@octokit/webhooks-methods';
import { sectionOf } from '../../cdktf/listings';
import { type Receives, right as signatureOf } from '../../harness/servers/receiver';

export const secret = 'obviously-not-a-secret-of-an-endpoint';
const right = (body: string | Buffer) => signatureOf(body, secret);

/** The line that the page gives to copy. */
const [, line = ''] =
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
const odd = 'ok refuses a malformed signature of the right length (4';
const keyless = 'ok refuses a signature with an empty secret (4';
const empty = 'ok refuses an empty body with a wrong signature (4';
const all = [plain, bytes, wrong, missing, short, prefix, bare, odd, keyless, empty];
/** All lines, some of which differ. */
const but = (differing: Readonly<Record<number, string>>) =>
  all.map((words, index) => differing[index] ?? words);
const breaks = 'wrong accepted an event, and breaks the connection at';
const answers = 'wrong answers';
const otherForms = Object.fromEntries(
  ['a short', 'a prefix', 'the right', 'a malformed'].map((form, at) => [at + 4, `${answers} ${form}`]),
);
const repeats = 'so the platform would repeat it.';
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
    [...all.slice(0, 3), `${breaks} an event without a signature`],
  ],
  ['decodes ASCII', (body, header) => compares(header, right(body.toString('ascii'))), notRaw],
  [
    'writes again what it parsed',
    (body, header) => compares(header, right(JSON.stringify(JSON.parse(`${body}`)))),
    [...notRaw.slice(0, 9), `${breaks} an empty body`],
  ],
  [
    'has a second secret, which is not set',
    (body, header) => (header === signatureOf(body, '') ? 204 : sound(body, header)),
    but({ 8: 'wrong accepts a signature with an empty secret (204)' }),
  ],
  [
    'limits the rate',
    (body, header) => (isSigned(header) ? sound(body, header) : 429),
    but({ 3: `${answers} an event without a signature with 429`, ...otherForms }),
  ],
  [
    'accepts events without a signature',
    (body, header) => (header ? sound(body, header) : 200),
    but({ 3: 'wrong accepts an event without a signature (200): anybody who knows its address' }),
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
    [plain, `${breaks} a signed event with`],
  ],
  ['has another secret', () => 401, [`${answers} a signed event with 401, ${repeats} It has another secret`]],
  ['redirects', () => 308, [`${answers} a signed event with 308, ${repeats} Register the address`]],
  ['fails', () => 500, [`${answers} a signed event with 500, ${repeats} Its log should say why`]],
  ['is not there', () => undefined, ['? was not reached (UND_ERR_SOCKET)']],
];
