import { type Call, callsIn } from '../expressions/parts';
import { type Block, blocksOf } from '../origins/blocks';
import type { Origins } from '../origins/origins';
import { describe, findingsOf, rulesFor } from './finding';
import { exposedSecrets, literalFound } from './secrets';
import { at, isRecord } from './values';

/**
 * A problem with a block of a finished configuration.
 *
 * @internal
 */
export interface Fault {
  /** Path of the construct, if the configuration contains it. */
  readonly path?: string | undefined;
  /** The block of a provider, which has no path. */
  readonly provider?: Block;
  readonly text: string;
}

/**
 * Returns the problems of a finished configuration, whatever has created its blocks.
 *
 * @internal
 */
export function faultsIn(json: Block, origins: Origins): Fault[] {
  const imports = blocksOf(json.import, 0).map(({ block }) => String(block['to']).replace(/\[.*/, ''));
  const resources = blocksOf(json.resource, 2).flatMap(({ labels: [type = '', name = ''], block }) => {
    const path = at(block, '//', 'metadata', 'path');
    const place = typeof path === 'string' ? { path, address: type } : { address: `${type}.${name}` };
    const isImported = imports.includes(`${type}.${name}`);
    return problemsOf(type, block, origins, isImported).map(text => ({
      ...place,
      text: `${place.address}.${text}`,
    }));
  });
  const providers = blocksOf(json.provider, 1)
    .filter(({ labels: [name] }) => name === 'svc')
    .flatMap(({ block }) =>
      problemsOf('svc', block, origins).map(text => ({ provider: block, text: `svc.${text}` })),
    );
  return [...resources, ...providers, ...literalCalls(json, [], json, origins)];
}

function problemsOf(type: string, block: Block, origins: Origins, isImported = false): string[] {
  return [...exposedSecrets(type, block, origins), ...findingsOf(rulesFor(type, isImported), block)].map(
    describe,
  );
}

/** The functions of the provider whose first parameter is a secret. */
const takesSecret = /^provider::svc::(?:webhook_signature|verify_webhook_signature|key_environment)$/;

/**
 * Finds calls of our functions with a literal for a secret.
 *
 * @param around the nearest block with a `for_each`
 */
function literalCalls(json: unknown, path: readonly string[], around: Block, origins: Origins): Fault[] {
  if (typeof json === 'string') {
    return callsWithLiteral(json, around, origins).map(({ name }) => {
      const { found, remedy } = literalFound();
      return { text: `${path.join('.')}: The secret that ${name} is given ${found} ${remedy}` };
    });
  }
  if (!isRecord(json)) return [];
  const inner = 'for_each' in json ? json : around;
  return Object.entries(json).flatMap(([key, value]) =>
    key === '//' ? [] : literalCalls(value, [...path, key], inner, origins),
  );
}

function callsWithLiteral(text: string, around: Block, origins: Origins): readonly Call[] {
  if (!/webhook_signature|key_environment/.test(text)) return [];
  return callsIn(text).filter(
    ({ name, parameters: [secret = []] }) =>
      takesSecret.test(name) && origins.ofParameter(secret, around).literal !== undefined,
  );
}
