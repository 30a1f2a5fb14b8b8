import { type Block, blocksOf } from '../origins/blocks';
import type { Configuration } from '../origins/configuration';
import { describe, type Rule } from './finding';
import { literalCalls } from './function-calls';
import { localNames } from './local-names';
import { providerSecrets, sealedResources } from './sealed-blocks';
import { at } from './values';

/**
 * What is wrong with a block of a finished configuration.
 *
 * @internal
 */
export interface Fault {
  /** Path of the construct, where the configuration has it. */
  readonly path?: string | undefined;
  /** The block of a provider, which has no path. */
  readonly provider?: Block;
  readonly text: string;
}

/**
 * The literal secrets of a finished configuration, whoever wrote them.
 *
 * @internal
 */
export function literalSecrets(json: Block, configuration: Configuration): Fault[] {
  const resources = blocksOf(json.resource, 2).flatMap(({ labels: [type = '', name = ''], block }) => {
    const rules = sealedResources[type];
    if (rules === undefined) return [];
    const path = at(block, '//', 'metadata', 'path');
    const place = typeof path === 'string' ? { path, address: type } : { address: `${type}.${name}` };
    return inBlock(block, rules, configuration).map(text => ({ ...place, text: `${place.address}.${text}` }));
  });
  const names = localNames(json);
  const providers = blocksOf(json.provider, 1).flatMap(({ labels: [name = ''], block }) => {
    if (!names.has(name)) return [];
    const place = name === 'svc' ? { provider: block } : {};
    return inBlock(block, providerSecrets, configuration).map(text => ({
      ...place,
      text: `${name}.${text}`,
    }));
  });
  const calls = literalCalls(json, configuration).map(({ address, called }) => ({
    text:
      `${address}: The secret that ${called} is given is a literal, or can be one; it would be written in plain ` +
      'text into cdk.tf.json (the value is not shown). Instead, give a TerraformVariable with sensitive: true and ' +
      'without a default, or an attribute of another construct.',
  }));
  return [...resources, ...providers, ...calls];
}

function inBlock(block: Block, rules: readonly Rule[], configuration: Configuration): string[] {
  const originOf = configuration.originsIn(block);
  return rules.flatMap(rule => {
    const finding = rule.check(block, originOf);
    return finding === undefined ? [] : describe(finding);
  });
}
