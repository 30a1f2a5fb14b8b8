import { type Json, listIn, member, objectIn, textIn } from './json';
import { isOurs } from './planned-object';

/** The configuration in a plan: what each block says, as far as a plan repeats it. */
export interface Configuration {
  /** Resources of all providers, by block address with modules, without keys: `module.a.svc_api_key.ci`. */
  readonly blocks: ReadonlyMap<string, Block>;
  /** Provider blocks of this provider, by the key of a plan: `svc`, `svc.backup`, or `module.a:svc`. */
  readonly providers: ReadonlyMap<string, Block>;
  /** Modules, the root module among them. A called module may mark its own variables. */
  readonly scopes: readonly Scope[];
}

/** A block of a resource or of a provider. */
export interface Block {
  readonly address: string;
  /** Type of the resource, or `provider`. */
  readonly type: string;
  readonly providerKey: string;
  /** Of a provider. */
  readonly alias?: string | undefined;
  readonly expressions: Json;
  readonly forEach: Json;
  readonly provisioners: readonly Json[];
  readonly scope: Scope;
}

/** What `each` is in a block, or in the arguments of a module call. */
export interface Each {
  readonly forEach: Json;
  /** The key of the instance. Undefined where any instance is meant. */
  readonly key?: string | undefined;
}

/** A call of a module, whose `each` its arguments may use. */
interface Call extends Each {
  readonly expressions: Json;
  readonly scope: Scope;
}

/** A module, and how it is called. */
export interface Scope {
  /** `module.a.`, or nothing for the root module. */
  readonly prefix: string;
  readonly variables: Json;
  readonly outputs: Json;
  /** The modules that it calls, by name. */
  readonly modules: Map<string, Scope>;
  /** Undefined for the root module. */
  readonly call: Call | undefined;
}

export function configurationIn(json: Json): Configuration {
  const blocks = new Map<string, Block>();
  const root = member(json, 'root_module');
  const rootScope = scopeOf(root, '');
  const scopes = new Map([['', rootScope]]);
  const visit = (module: Json, scope: Scope): void => {
    for (const resource of listIn(member(module, 'resources'))) {
      const [address, type] = ['address', 'type'].map(name => textIn(member(resource, name)));
      if (address === undefined || type === undefined) continue;
      const providerKey = textIn(member(resource, 'provider_config_key')) ?? '';
      const place = `${scope.prefix}${address}`;
      blocks.set(place, blockOf(resource, { address: place, type, providerKey, scope }));
    }
    for (const [name, call] of Object.entries(objectIn(member(module, 'module_calls')))) {
      const inner = member(call, 'module');
      const prefix = `${scope.prefix}module.${name}.`;
      const [expressions, forEach] = ['expressions', 'for_each_expression'].map(part => member(call, part));
      const innerScope = scopeOf(inner, prefix, { expressions, forEach, scope });
      scope.modules.set(name, innerScope);
      scopes.set(prefix.slice(0, -1), innerScope);
      visit(inner, innerScope);
    }
  };
  visit(root, rootScope);
  // A configuration may give the provider any local name.
  const used = new Set([...blocks.values()].filter(isOurs).map(({ providerKey }) => providerKey));
  const providers = Object.entries(objectIn(member(json, 'provider_config')))
    .filter(([key, provider]) => used.has(key) || isOurProvider(key, provider))
    .map(([providerKey, provider]) => {
      const scope = scopes.get(textIn(member(provider, 'module_address')) ?? '') ?? rootScope;
      const address = `${scope.prefix}provider.${providerKey.slice(providerKey.lastIndexOf(':') + 1)}`;
      return [providerKey, blockOf(provider, { address, type: 'provider', providerKey, scope })] as const;
    });
  return { blocks, providers: new Map(providers), scopes: [...scopes.values()] };
}

const scopeOf = (module: Json, prefix: string, call?: Call): Scope => ({
  prefix,
  variables: member(module, 'variables'),
  outputs: member(module, 'outputs'),
  modules: new Map(),
  call,
});

const isOurProvider = (key: string, provider: Json) =>
  /\/svc\/svc$/.test(textIn(member(provider, 'full_name')) ?? '') || /(?:^|:)svc(?:\.|$)/.test(key);

const blockOf = (json: Json, own: Pick<Block, 'address' | 'type' | 'providerKey' | 'scope'>): Block => ({
  ...own,
  alias: textIn(member(json, 'alias')),
  expressions: member(json, 'expressions'),
  forEach: member(json, 'for_each_expression'),
  provisioners: listIn(member(json, 'provisioners')),
});

/** Returns a module as the instance of an address calls it. */
export function instanceOf(scope: Scope, keys: readonly (string | undefined)[]): Scope {
  const { call } = scope;
  if (call === undefined) return scope;
  return { ...scope, call: { ...call, key: keys.at(-1), scope: instanceOf(call.scope, keys.slice(0, -1)) } };
}

/** True for the block of a variable, or of an output, that Terraform hides. */
export const isHidden = (block: Json): boolean =>
  ['sensitive', 'ephemeral'].some(mark => member(block, mark) === true);
