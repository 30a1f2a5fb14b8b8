import type { Attributes, Finding, Rule } from './finding';

const reads = ['secret', 'secret_wo', 'secret_wo_version'];

/** @internal */
export const hasSecret: Rule = { reads, check: noSecret };

/** @internal */
export const hasNotTwoSecrets: Rule = { reads, check: twoSecrets };

/** @internal */
export const hasVersionOfWriteOnlySecret: Rule = { reads, check: noVersion };

function noSecret({ secret, secret_wo }: Attributes): Finding | undefined {
  if (isGiven(secret) || isGiven(secret_wo)) return undefined;
  return {
    attribute: 'secret',
    found: 'The endpoint has no signing secret, so its receiver cannot verify deliveries.',
    remedy: 'Give exactly one of secret (kept in the state) and secret_wo (kept nowhere).',
  };
}

function twoSecrets({ secret, secret_wo }: Attributes): Finding | undefined {
  if (!isGiven(secret) || !isGiven(secret_wo)) return undefined;
  return {
    attribute: 'secret_wo',
    found: 'The endpoint has two signing secrets.',
    remedy: 'Give exactly one of secret (kept in the state) and secret_wo (kept nowhere).',
  };
}

function noVersion({ secret_wo, secret_wo_version }: Attributes): Finding | undefined {
  if (!isGiven(secret_wo) || isGiven(secret_wo_version)) return undefined;
  return {
    attribute: 'secret_wo_version',
    found: 'secret_wo has no version, so Terraform could not see a change of it.',
    remedy: 'Give a number, and raise it whenever the secret changes.',
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
