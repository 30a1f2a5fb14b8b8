import { parseTemplate } from '../expressions/parser';
import type { Block } from '../origins/blocks';
import type { Configuration } from '../origins/configuration';
import { withoutIgnored } from '../origins/ignored-changes';
import { nothing, type Value } from '../origins/value';
import { booleansIn, namesIn, rotationsIn, textsIn } from './possible-values';
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
export function factsOfKey(block: Block, configuration: Configuration): KeyFacts {
  const scopes = argumentOf(block, 'scopes', configuration);
  const unrestricted = argumentOf(block, 'unrestricted', configuration);
  const rotation = argumentOf(block, 'rotation', configuration);
  return {
    scopes: anyOf([namesIn(scopes.value), ...scopes.others]),
    unrestricted: anyOf([booleansIn(unrestricted.value), ...unrestricted.others]),
    rotation: anyOf([rotationsIn(rotation.value), ...rotation.others]),
  };
}

/** @internal */
export function factsOfEndpoint(block: Block, configuration: Configuration): EndpointFacts {
  const url = argumentOf(block, 'url', configuration);
  const events = argumentOf(block, 'events', configuration);
  return {
    host: anyOf([hostsOf(block.url, url.value), ...url.others]),
    events: anyOf([namesIn(events.value), ...events.others]),
    hasStoredSecret: argumentOf(block, 'secret', configuration).value.kind !== 'nothing',
  };
}

interface Argument {
  readonly value: Value;
  /** With `ignore_changes`, Terraform may keep another value, which the platform has. */
  readonly others: readonly Possible<never>[];
}

function argumentOf(block: Block, name: string, configuration: Configuration): Argument {
  const value = block[name] === undefined ? nothing : configuration.originsIn(block)(block[name]);
  if (block.lifecycle === undefined) return { value, others: [] };
  const kept = withoutIgnored(new Map([[name, () => value]]), block).get(name)?.();
  return { value, others: kept === value ? [] : [unknown] };
}

/** The host may be known although the path is not, for example because it contains a token. */
function hostsOf(json: unknown, value: Value): Possible<string> {
  const host = typeof json === 'string' ? hostBefore(json) : undefined;
  return host ?? mapped(textsIn(value), text => asHost(text === undefined ? undefined : hostOf(text)));
}

/** A complete authority: scheme, host, and the character that ends the host. */
const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\\s]+[/?#]/i;

function hostBefore(json: string): Possible<string> | undefined {
  const template = parseTemplate(json);
  if (template?.kind !== 'template') return undefined;
  const [first] = template.parts;
  if (first?.kind !== 'constant' || typeof first.value !== 'string') return undefined;
  const [address] = authority.exec(first.value) ?? [];
  return address === undefined ? undefined : asHost(hostOf(address));
}

/** Other checks refuse an address without a host. */
function asHost(host: string | undefined): Possible<string> {
  return host === undefined ? unknown : known(host);
}
