import { type Block, blocksOf } from '../checks/blocks';
import { hasExpression } from '../checks/values';
import { booleanIn, namesIn, rotationIn, textIn } from './possible-values';
import {
  anyOf,
  type EndpointFacts,
  type KeyFacts,
  known,
  mapped,
  type Possible,
  unknown,
} from './rules/facts';
import { hostOf } from './rules/hosts';

/** @internal */
export function factsOfKey(block: Block): KeyFacts {
  return {
    scopes: anyOf([namesIn(block['scopes']), ...others(block, 'scopes')]),
    unrestricted: anyOf([booleanIn(block['unrestricted']), ...others(block, 'unrestricted')]),
    rotation: anyOf([rotationIn(block['rotation']), ...others(block, 'rotation')]),
    tenant: anyOf([tenantIn(block['tenant_id']), ...others(block, 'tenant_id')]),
    // The platform decides it.
    environment: unknown,
  };
}

/** @internal */
export function factsOfEndpoint(block: Block): EndpointFacts {
  return {
    host: anyOf([hostIn(block['url']), ...others(block, 'url')]),
    events: anyOf([namesIn(block['events']), ...others(block, 'events')]),
    hasStoredSecret: block['secret'] !== undefined && block['secret'] !== null,
  };
}

/** Other checks refuse a key without a tenant. */
const tenantIn = (json: unknown): Possible<string> =>
  mapped(textIn(json), text => (text === undefined ? unknown : known(text)));

/** With `ignore_changes`, Terraform may keep another value, which the platform has. */
function others(block: Block, argument: string): Possible<never>[] {
  return ignoresChanges(block, argument) ? [unknown] : [];
}

/** Returns true if somebody else may set an argument, or a part of it, and Terraform then keeps that value. */
function ignoresChanges({ lifecycle }: Block, argument: string): boolean {
  const ignored = blocksOf(lifecycle, 0).flatMap(({ block }) => block['ignore_changes']);
  return ignored.flat().some(path => path === 'all' || String(path).split(/[.[]/)[0] === argument);
}

/** A complete authority: scheme, host, and the character that ends the host. */
const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\\s$%]+[/?#]/i;

/** The host may be known although the path is not, for example because it contains a token. */
function hostIn(json: unknown): Possible<string> {
  const [start] = (typeof json === 'string' && hasExpression(json) && authority.exec(json)) || [];
  // Other checks refuse an endpoint without an address.
  return mapped(textIn(start ?? json), text => (text === undefined ? unknown : known(hostOf(text))));
}
