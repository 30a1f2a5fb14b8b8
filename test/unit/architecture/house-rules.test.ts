import { describe, expect, it } from 'vitest';
import { findBreaches, houseRules } from './house-rules';
import { repositoryFiles } from './source-file';

const files = repositoryFiles();

describe.each(Object.entries(houseRules))('%s', (_, rule) => {
  it('holds in the whole repository', () => {
    expect(findBreaches(rule, files)).toEqual([]);
  });

  it('is broken by an example', () => {
    const [path, text] = rule.breaks;
    expect(rule.offences({ path, text })).toHaveLength(1);
  });
});
