import { type Block, blocksOf } from './blocks';
import { rulesFor } from './declared-rules';
import { describe, problemsWith } from './problem';
import { exposedSecrets } from './secrets';
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
 * Returns the problems of a finished configuration, whatever has created its blocks.
 *
 * @internal
 */
export function faultsIn(json: Block): Fault[] {
  const imports = blocksOf(json.import, 0).map(({ block }) => String(block['to']).replace(/\[.*/, ''));
  const resources = blocksOf(json.resource, 2).flatMap(({ labels: [type = '', name = ''], block }) => {
    const path = at(block, '//', 'metadata', 'path');
    const place = typeof path === 'string' ? { path, address: type } : { address: `${type}.${name}` };
    const isImported = imports.includes(`${type}.${name}`);
    return problemsOf(type, block, json, isImported).map(text => ({
      ...place,
      text: `${place.address}.${text}`,
    }));
  });
  const blocks = blocksOf(json.provider, 1).filter(({ labels: [name] }) => name === 'svc');
  const providers = blocks.flatMap(({ block }) =>
    problemsOf('svc', block, json).map(text => ({ provider: block, text: `svc.${text}` })),
  );
  return [...resources, ...providers, ...sameAliases(blocks.map(({ block }) => block))];
}

/** Terraform refuses two configurations of one name, and says so only at "init". */
function sameAliases(providers: readonly Block[]): Fault[] {
  const aliases = providers.map(({ alias }) => alias ?? '');
  const second = providers.find((_, index) => aliases.indexOf(aliases[index]) < index);
  if (second === undefined) return [];
  const found =
    second['alias'] === undefined
      ? 'Two providers of this stack have no alias.'
      : 'Two providers of this stack have this alias.';
  return [
    {
      provider: second,
      text: `svc.alias: ${found} Give each further one an alias of its own, and name it as provider of its objects.`,
    },
  ];
}

function problemsOf(type: string, block: Block, json: Block, isImported = false): string[] {
  return [...exposedSecrets(type, block, json), ...problemsWith(rulesFor(type, isImported), block)].map(
    describe,
  );
}
