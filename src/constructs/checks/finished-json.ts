import { type Block, blocksOf } from '../origins/blocks';
import type { Configuration } from '../origins/configuration';
import { describe, type Rule } from './finding';
import { literalCalls } from './function-calls';
import { localNames } from './local-names';
import { providerSecrets, sealedResources, storedArguments, writeOnlyArguments } from './sealed-blocks';
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
 * Views of a finished configuration, with different definitions of an external value.
 *
 * @internal
 */
export interface Questions {
  /** Values in the program. */
  readonly written: Configuration;
  /** Values in the program, in a saved plan or in the state of another stack. Built on first use. */
  recorded(): Configuration;
  /** Values that are ephemeral. Undefined if the stack has none. */
  ephemeral(): Configuration | undefined;
}

/**
 * Returns the secrets of a finished configuration that would be stored in clear, whatever created them.
 *
 * @internal
 */
export function exposedSecrets(json: Block, questions: Questions): Fault[] {
  const { written } = questions;
  const resources = blocksOf(json.resource, 2).flatMap(({ labels: [type = '', name = ''], block }) => {
    const rules = sealedResources[type];
    if (rules === undefined) return [];
    const path = at(block, '//', 'metadata', 'path');
    const place = typeof path === 'string' ? { path, address: type } : { address: `${type}.${name}` };
    const findings = inBlock(block, rules, written);
    if (findings.length === 0) findings.push(...onItsWay(type, block, questions));
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

/** Returns the problems of secrets that are no literals: where they are stored on their way, and whether they may be. */
function onItsWay(type: string, block: Block, { recorded, ephemeral }: Questions): string[] {
  const given = (rules: readonly Rule[] = []) =>
    rules.filter(({ reads: [argument = ''] }) => block[argument] !== undefined);
  const [writeOnly, stored] = [given(writeOnlyArguments[type]), given(storedArguments[type])];
  const ephemeralValues = stored.length > 0 ? ephemeral() : undefined;
  return [
    ...(writeOnly.length > 0 ? inBlock(block, writeOnly, recorded()) : []),
    ...(ephemeralValues === undefined ? [] : inBlock(block, stored, ephemeralValues)),
  ];
}

function inBlock(block: Block, rules: readonly Rule[], configuration: Configuration): string[] {
  const originOf = configuration.originsIn(block);
  return rules.flatMap(rule => {
    const finding = rule.check(block, originOf);
    return finding === undefined ? [] : describe(finding);
  });
}
