import type { Invariant } from './observation';

/** After an apply, the next plan is empty. */
export const converged: Invariant = ({ next }) => {
  if (next === undefined || next.isEmpty) return [];
  const changes = Object.entries(next.changes).map(
    ([address, { actions }]) => `${actions.join('+')} ${address}`,
  );
  const outputs = next.changedOutputs.map(name => `output ${name}`);
  return [`the next plan is not empty: ${[...changes, ...outputs].join(', ')}\n${next.text}`];
};
