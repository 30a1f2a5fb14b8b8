import { describe, expect, it } from 'vitest';
import { readJson } from '../../../src/policy/read-json';

describe('JSON', () => {
  it.each([
    ['names of different objects', '{"a": {"b": 1}, "c": {"b": 2, "a": 3}, "d": [{"b": 1}, {"b": 2}]}'],
    ['a name that is also a text', '{"a": "b", "b": ["a", "a", "b:"]}'],
    ['braces and quotes within texts', '{"a": "{\\"a\\":", "b": "}{\\\\"}'],
    ['a text alone', '"a"'],
  ])('with %s is read', (_, text) => {
    expect(readJson(text)).toEqual(JSON.parse(text));
    expect(readJson(`\ufeff${text}`)).toEqual(JSON.parse(text));
  });

  it.each([
    ['at the top', '{"a": 1, "b": 2, "a": 1}', '"a"'],
    ['in a nested object', '{"a": [{"b": {}, "b" : {}}]}', '"b"'],
    ['after a nested object', '{"a": {"b": {"c": 1}}, "a": 1}', '"a"'],
    ['once by its escape', '{"\\u0061": 1, "a": 1}', '"a"'],
    ['that every object has', '{"__proto__": 1, "__proto__": 1}', '"__proto__"'],
    ['with characters that a terminal would obey', '{"\\u001b[2J": 1, "\\u001b[2J": 1}', '" [2J"'],
  ])('with the same name twice %s is refused', (_, text, name) => {
    expect(() => readJson(text)).toThrow(`An object in it has the name ${name} more than once.`);
  });

  it('is not quoted when it is none', () => {
    expect(() => readJson('PASSWORD=1')).toThrow(/^It is no JSON\.$/);
  });
});
