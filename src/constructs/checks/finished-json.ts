import { type Block, blocksOf } from '../origins/blocks';
import type { Configuration } from '../origins/configuration';
import { describe, type Rule } from './finding';
import { literalCalls } from './function-calls';
import { localNames } from './local-names';
import { providerSecrets, sealedResources, writeOnlyArguments } from './sealed-blocks';
import { at } from './values';

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
 * Two views of a finished configuration, with different definitions of an external value.
 *
 * @internal
 */
export interface Questions {
  /** Values in the program. */
  readonly written: Configuration;
  /** Values in the program, in a saved plan or in the state of another stack. Built on first use. */
  recorded(): Configuration;
}

/**
 * Returns the secrets of a finished configuration that would be stored in clear, whatever created them.
 *
 * @internal
 */
export function exposedSecrets(json: Block, { written, recorded }: Questions): Fault[] {
  const resources = blocksOf(json.resource, 2).flatMap(({ labels: [type = '', name = ''], block }) => {
    const rules = sealedResources[type];
    if (rules === undefined) return [];
    const path = at(block, '//', 'metadata', 'path');
    const place = typeof path === 'string' ? { path, address: type } : { address: `${type}.${name}` };
    const findings = inBlock(block, rules, written);
    const others = writeOnlyArguments[type]?.filter(
      ({ reads: [argument = ''] }) => block[argument] !== undefined,
    );
    if (findings.length === 0 && others?.length) findings.push(...inBlock(block, others, recorded()));
    return findings.map(text => ({ ...place, text: `${place.address}.${text}` }));
  });
  const names = localNames(json);
  const providers = blocksOf(json.provider, 1).flatMap(({ labels: [name = ''], block }) => {
    if (!names.has(name)) return [];
    const place = name === 'svc' ? { provider: block } : {};
    return inBlock(block, providerSecrets, written).map(text => ({
      ...place,
      text: `${name}.${text}`,
    }));
  });
  const calls = literalCalls(json, written).map(({ address, called }) => ({
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
