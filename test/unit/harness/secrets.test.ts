import { describe, expect, it } from 'vitest';
import { findLeaks, makeSecret } from '../../harness/secrets/secrets';

const secret = makeSecret('signing');
const key = { name: 'key', value: 'svc_test_0123456789abcdefghijABCDEFGHIJxy' };

const base64 = (before: string) => Buffer.from(`${before}${secret.value}`).toString('base64');

describe('the search for secrets', () => {
  it.each([
    ['in percent-encoding', encodeURIComponent(secret.value)],
    ['in JSON', JSON.stringify({ secret: secret.value })],
    ['in base64, one byte off', base64('x')],
    ['in base64, two bytes off', base64('xy')],
    ['in hexadecimal', Buffer.from(secret.value).toString('hex')],
    ['cut off at both ends', secret.value.slice(12, -8)],
  ])('finds one %s', (_, text) => {
    expect(findLeaks('a log', `before ${text} after`, [key, secret])[0]).toMatchObject({
      secret: 'signing',
      source: 'a log',
    });
  });

  it('finds a secret too short to have a core only as a whole', () => {
    const short = { name: 'short', value: 'p&ss' };
    expect(findLeaks('a log', 'pass p%26ss', [short])).toMatchObject([{ form: 'percent' }]);
    expect(findLeaks('a log', 'pass word', [short])).toEqual([]);
  });

  it('never repeats the secret', () => {
    const leaks = findLeaks('a log', secret.value, [secret]);
    expect(findLeaks('the report', JSON.stringify(leaks), [secret])).toEqual([]);
  });
});
