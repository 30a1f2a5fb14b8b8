import { isRecord } from '../checks/values';
import { type Call, hasExpression, type Part, type Parts, partsOf, type Step } from '../expressions/parts';
import { type Block, blocksOf, ignoresChanges } from './blocks';
import { inProgram, joined, type Origin, ofText, oneOf, outside, whole } from './origin';

/** Place of what the expression itself says. */
const itself = 'a part of its expression';

/** The surroundings of a text: its place, for messages, and the `for_each` of its block. */
interface Scope {
  readonly place: string;
  readonly forEach?: unknown;
}

/** Functions that read from outside the program. Terraform's own provider only computes. */
const readsOutside = /^(?:file(?!exists)\w*|templatefile)$|^provider::(?!terraform::)/;
const choosesOne = /^(?:coalesce|coalescelist|try)$/;
/** The parameters that are no part of the result. */
const patterns: Readonly<Record<string, number>> = {
  format: 0,
  formatlist: 0,
  split: 0,
  regex: 0,
  regexall: 0,
  replace: 1,
  trimprefix: 1,
  trimsuffix: 1,
};

/**
 * Finds the origins of values in the finished JSON of a stack. It follows variables, locals, `for_each` and outputs of
 * other stacks. It looks at the arguments of a resource that are plain texts, and follows nothing else.
 *
 * @internal
 */
export class Origins {
  /** Variables and locals that have been followed. Without this, locals of locals take exponential time. */
  private readonly followed = new Map<string, Origin>();
  private readonly blocks = new Map<string, ReadonlyMap<string, Block>>();

  /**
   * @param beside returns the stack of the program behind a remote state
   * @param whose suffix for the places of another stack, in messages
   */
  public constructor(
    private readonly json: Block,
    private readonly beside: (remoteState: string) => Origins | undefined,
    private readonly whose = '',
  ) {}

  /** Returns the origin of an argument of a block. */
  public of(json: unknown, { for_each: forEach }: Block): Origin {
    return whole(this.ofJson(json, [], { place: itself, forEach }), itself);
  }

  /** Returns the origin of a parameter of a function. */
  public ofParameter(parts: Parts, { for_each: forEach }: Block): Origin {
    return whole(this.ofParts(parts, { place: itself, forEach }), itself);
  }

  /** Each value that a path may lead to must come from outside. A value at the end of it contains all its parts. */
  private ofJson(json: unknown, steps: readonly Step[], scope: Scope): Origin {
    if (json === null || json === undefined) return outside;
    if (typeof json === 'string') return this.ofTemplate(json, steps, scope);
    if (!isRecord(json)) return inProgram(scope.place);
    const all = Object.values(json);
    const [step, ...deeper] = steps;
    if (all.length === 0) return outside;
    if (steps.length === 0) return joined(all.map(inner => this.ofJson(inner, [], scope)));
    const choices = step === undefined ? all : [json[step]];
    return oneOf(
      choices.map(choice => this.ofJson(choice, deeper, scope)),
      scope.place,
    );
  }

  private ofTemplate(text: string, steps: readonly Step[], scope: Scope): Origin {
    return hasExpression(text)
      ? this.ofParts(withSteps(partsOf(text), steps), scope)
      : ofText(text, scope.place);
  }

  private ofParts(parts: Parts, scope: Scope): Origin {
    return joined(parts.map(part => this.ofPart(part, scope)));
  }

  private ofPart(part: Part, scope: Scope): Origin {
    switch (part.kind) {
      case 'text':
        return ofText(part.text, scope.place);
      case 'null':
        return outside;
      case 'choice':
        return this.ofChoices(part.choices, scope);
      case 'call':
        return this.ofCall(part, scope);
      case 'reference':
        return this.ofReference(part.root, part.steps, scope);
    }
  }

  private ofChoices(choices: readonly Parts[], scope: Scope): Origin {
    return oneOf(
      choices.map(choice => this.ofParts(choice, scope)),
      scope.place,
    );
  }

  private ofCall({ name, parameters }: Call, scope: Scope): Origin {
    const called = name.replace(/^core::/, '');
    if (readsOutside.test(called)) return outside;
    if (choosesOne.test(called)) return this.ofChoices(parameters, scope);
    if (called === 'lookup') {
      const [map = [], [key] = [], ...defaults] = parameters;
      const step = key?.kind === 'text' ? key.text : undefined;
      return this.ofChoices([withSteps(map, [step]), ...defaults], scope);
    }
    return this.ofParts(parameters.filter((_, index) => index !== patterns[called]).flat(), scope);
  }

  private ofReference(root: string, steps: readonly Step[], scope: Scope): Origin {
    const [name = '', ...deeper] = steps;
    if (root === 'each') return this.ofEach(name, deeper, scope);
    if (root === 'var' || root === 'local') return this.follow(root, name, deeper);
    if (steps.length === 0 || /^(?:terraform|path|count)$/.test(root)) return inProgram(scope.place);
    if (/^(?:resource|data|ephemeral)$/.test(root)) return this.ofResource(root, steps);
    return this.ofResource('resource', [root, ...steps]);
  }

  private ofEach(part: string, steps: readonly Step[], { place, forEach }: Scope): Origin {
    if (forEach === undefined) return inProgram(place);
    const scope = { place: 'its for_each' };
    if (part === 'key') return isRecord(forEach) ? inProgram(scope.place) : this.ofJson(forEach, [], scope);
    return this.ofJson(forEach, [undefined, ...steps], scope);
  }

  private follow(kind: 'var' | 'local', name: string, steps: readonly Step[]): Origin {
    const key = JSON.stringify([kind, name, ...steps]);
    const known = this.followed.get(key);
    if (known !== undefined) return known;
    // Terraform refuses a local that refers to itself.
    this.followed.set(key, outside);
    const origin = kind === 'var' ? this.ofVariable(name, steps) : this.ofLocal(name, steps);
    this.followed.set(key, origin);
    return origin;
  }

  private ofLocal(name: string, steps: readonly Step[]): Origin {
    const locals = blocksOf(this.json['locals'], 0).find(({ block }) => name in block);
    return this.ofJson(locals?.block[name], steps, { place: `the local "${name}"${this.whose}` });
  }

  private ofVariable(name: string, steps: readonly Step[]): Origin {
    const block = this.blockOf('variable', name);
    if (block === undefined) return outside;
    const variable = `the variable "${name}"${this.whose}`;
    const origin = this.ofJson(block['default'], steps, { place: `the default of ${variable}` });
    if (this.whose !== '') {
      return {
        ...origin,
        recorded: `${variable}, through an output: the state of that stack would contain it`,
      };
    }
    return String(block['ephemeral']) === 'true'
      ? { ...origin, ephemeral: `${variable}, which is ephemeral` }
      : { ...origin, recorded: `${variable}, which is not ephemeral: every saved plan would contain it` };
  }

  private ofResource(keyword: string, [type, name = '', ...steps]: readonly Step[]): Origin {
    if (type === 'terraform_remote_state') return this.beside(name)?.ofOutput(steps.slice(1)) ?? outside;
    const found = keyword === 'ephemeral' ? { ...outside, ephemeral: 'an ephemeral resource' } : outside;
    const block = this.blockOf(keyword, `${type}.${name}`);
    const [argument = ''] = (block?.['count'] ?? block?.['for_each']) ? steps.slice(1) : steps;
    const value = block?.[argument];
    if (block === undefined || typeof value !== 'string' || hasExpression(value)) return found;
    if (ignoresChanges(block, argument)) return found;
    return ofText(value, `the argument "${argument}" of ${type}.${name}${this.whose}`);
  }

  private ofOutput([name = '', ...steps]: readonly Step[]): Origin {
    const place = `the output "${name}"${this.whose}`;
    return this.ofJson(this.blockOf('output', name)?.['value'], steps, { place });
  }

  private blockOf(keyword: string, address: string): Block | undefined {
    const depth = address.split('.').length;
    const all =
      this.blocks.get(keyword) ??
      new Map(blocksOf(this.json[keyword], depth).map(({ labels, block }) => [labels.join('.'), block]));
    this.blocks.set(keyword, all);
    return all.get(address);
  }
}

/** Only a sole reference leads on to a part of its value. Otherwise the whole value counts. */
function withSteps(parts: Parts, steps: readonly Step[]): Parts {
  const [only, ...others] = parts;
  if (only?.kind !== 'reference' || others.length > 0) return parts;
  return [{ ...only, steps: [...only.steps, ...steps] }];
}
