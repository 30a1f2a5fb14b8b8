import { expect, it } from 'vitest';
import { allMutants, partsOf } from '../../../scripts/mutants/list';

it('each change of test/mutants replaces a text that stands once in its file', () => {
  const lost = allMutants().filter(mutant => partsOf(mutant).length !== 2);
  expect(lost.map(({ file, before }) => [file, before])).toEqual([]);
});
