import { expect, test } from 'vitest';
import { checkedService, stdioData } from '../../../../src/plugin/go-plugin/plugin-messages';

test.each([
  ['no name', '', ''],
  ['an empty name', '0a00', ''],
  ['a name', '0a06706c7567696e', 'plugin'],
  ['a name that is cut off', '0a07706c7567696e', '?'],
  ['another field', '1206706c7567696e', '?'],
])('the service of a health check with %s', (_, request, service) => {
  expect(checkedService(Buffer.from(request, 'hex'))).toBe(service);
});

test('a piece of output has its channel, and its length in groups of seven bits', () => {
  expect(stdioData(Buffer.alloc(200)).toString('hex', 0, 5)).toBe('080112c801');
});
