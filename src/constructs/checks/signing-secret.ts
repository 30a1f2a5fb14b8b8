import type { Rule } from './problem';

const remedy = 'Give exactly one of secret (kept in the state) and secret_wo (kept nowhere).';

/** @internal */
export const hasSecret: Rule = ({ secret, secret_wo }) => {
  if (isGiven(secret) || isGiven(secret_wo)) return undefined;
  const found = 'The endpoint has no signing secret, so its receiver cannot verify deliveries.';
  const unlessImported =
    'An endpoint that is imported needs none: call importFrom, and keep the call after the deployment.';
  return { attribute: 'secret', found, remedy: `${remedy} ${unlessImported}` };
};

/** @internal */
export const hasNotTwoSecrets: Rule = ({ secret, secret_wo }) => {
  if (!isGiven(secret) || !isGiven(secret_wo)) return undefined;
  return { attribute: 'secret_wo', found: 'The endpoint has two signing secrets.', remedy };
};

/** @internal */
export const hasVersionOfWriteOnlySecret: Rule = ({ secret_wo, secret_wo_version }) => {
  if (!isGiven(secret_wo) || isGiven(secret_wo_version)) return undefined;
  return {
    attribute: 'secret_wo_version',
    found: 'secret_wo has no version, so Terraform could not see a change of it.',
    remedy: 'Give a number, and raise it whenever the secret changes.',
  };
};

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
