import { type Block, blocksOf } from '../origins/blocks';
import { at } from './values';

const oursAtAnyHost = /^(?:[^/]+\/)?svc\/svc$/i;

/**
 * Returns the local names of our provider in a configuration. Without a declaration, the name is `svc`.
 *
 * @internal
 */
export function localNames({ terraform }: Block): ReadonlySet<string> {
  const declared = blocksOf(terraform, 0)
    .flatMap(({ block }) => blocksOf(block.required_providers, 0))
    .flatMap(({ block }) => Object.entries(block))
    .filter(([, provider]) => oursAtAnyHost.test(String(at(provider, 'source'))));
  return new Set(['svc', ...declared.map(([name]) => name)]);
}
