import { expect, it } from 'vitest';
import { allMutants, partsOf } from '../../../scripts/mutants/list';

/** Not in the room `scripts`: there, this test would find each mutant of a script, because its text is gone then. */
it('the text of each mutant of the list occurs once in its file, and the mutant changes it', () => {
  const mutants = allMutants();
  expect(mutants.length).toBeGreaterThan(0);
  expect(mutants.filter(mutant => partsOf(mutant).length !== 2 || mutant.after === mutant.before)).toEqual(
    [],
  );
});
