import type { PublishingStep } from './steps';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The passphrase is not needed by a key without one, so no step demands it. */
const signing = ['GPG_PRIVATE_KEY', 'GPG_PASSPHRASE'];

/** Returns the environment of what needs no secret: tests and tools run code of many packages. */
export function withoutSecrets(environment: Environment, steps: readonly PublishingStep[]): Environment {
  const secrets = new Set([...signing, ...steps.flatMap(step => step.secrets)]);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !secrets.has(name)));
}

/** Returns the secrets of one step. */
export function secretsOf({ secrets }: PublishingStep, environment: Environment): Environment {
  return pick(secrets, environment);
}

/** Returns the key that packaging signs a registry's checksums with. */
export function signingKeyOf(environment: Environment): Environment {
  return pick(signing, environment);
}

function pick(names: readonly string[], environment: Environment): Environment {
  return Object.fromEntries(names.map(name => [name, environment[name]]));
}
