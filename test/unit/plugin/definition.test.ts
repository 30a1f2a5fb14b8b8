import { expect, it } from 'vitest';
import { optional } from '../../../src/plugin/define/attribute';
import { objectOf, string } from '../../../src/plugin/define/value-type';

const description = 'For the test.';

it.each(['replaces', 'stable'])('an attribute inside an object must not be marked "%s"', mark => {
  const inner = { ...optional(string, { description }), [mark]: true };
  expect(() => objectOf({ inner })).toThrow('inner: only the whole object replaces, or is stable');
});
