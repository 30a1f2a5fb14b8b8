import { describe, expect, it } from 'vitest';
import { findBreaches, houseRules } from './house-rules';
import { repositoryFiles } from './source-file';

const files = repositoryFiles();

describe.each(Object.entries(houseRules))('%s', (_, rule) => {
  it('holds in the whole repository', () => {
    expect(findBreaches(rule, files)).toEqual([]);
  });

  it('is broken by an example, and kept by another', () => {
    const offencesOf = ([path, text]: readonly [string, string]) => rule.offences({ path, text });
    expect(offencesOf(rule.breaks)).toHaveLength(1);
    expect(offencesOf(rule.keeps)).toEqual([]);
  });
});
