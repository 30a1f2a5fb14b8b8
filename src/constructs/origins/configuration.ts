import { isRecord } from '../checks/values';
import { type Block, blocksOf } from './blocks';
import { type Scope, unknownNames } from './evaluate';
import { valueOfJson } from './json';
import { valueOfResource } from './resource';
import { scopeOfEach } from './scope-of-each';
import { object, once, outside, type Value } from './value';
import { valueOfVariable } from './variable';

type Named = readonly [string, () => Value];

/**
 * Facts that are not in the configuration itself.
 *
 * @internal
 */
export interface Surroundings {
  /** Returns the outputs of another stack of the program, by the name of the remote state. */
  outputsOf?(remoteState: string): Value | undefined;
  /** Returns the value of a variable. @default its default, or an external value */
  readonly valueOfVariable?: typeof valueOfVariable;
  /** Stands for each ephemeral resource. @default what its block says about it */
  readonly ephemeralResources?: Value;
  /** Suffix for places that are not in the current stack, in messages. */
  readonly whose?: string;
}

/**
 * A stack's finished configuration in Terraform's JSON syntax. It evaluates the names in expressions.
 *
 * @internal
 */
export class Configuration {
  private readonly scope: Scope;
  private readonly values = new Map<string, Value>();

  private readonly whose: string;

  public constructor(
    private readonly json: Block,
    private readonly surroundings: Surroundings = {},
  ) {
    this.whose = surroundings.whose ?? '';
    const roots = new Map<string, () => Value>([
      ...this.types('resource'),
      ['resource', once(() => object(this.types('resource'), { others: outside }))],
      ['data', once(() => object(this.types('data'), { others: outside }))],
      ['ephemeral', once(() => surroundings.ephemeralResources ?? this.ephemeralTypes())],
      ['var', once(() => object(this.variables(), { others: outside }))],
      ['local', once(() => object(this.locals(), { others: outside }))],
    ]);
    this.scope = { valueOf: name => roots.get(name)?.() ?? unknownNames.valueOf(name) };
  }

  /** Returns the scope of names within a block. */
  public scopeOf(block: Block): Scope {
    return scopeOfEach(block, this.scope);
  }

  /** Returns a function that gives the origin of a value within a block. Cached: most blocks share their texts. */
  public originsIn(block: Block): (json: unknown) => Value {
    const scope = this.scopeOf(block);
    if (scope !== this.scope) return json => valueOfJson(json, scope);
    return json => {
      if (typeof json !== 'string') return valueOfJson(json, scope);
      const value = this.values.get(json) ?? valueOfJson(json, scope);
      this.values.set(json, value);
      return value;
    };
  }

  /** Returns the outputs of this stack, for another stack. */
  public outputs(): Value {
    const outputs = blocksOf(this.json.output, 1).map(({ labels: [name = ''], block }): Named => {
      const scope = this.named(`the output "${name}"`);
      return [name, once(() => valueOfJson(block.value, scope))];
    });
    return object(outputs, { others: outside });
  }

  private ephemeralTypes(): Value {
    return object(this.types('ephemeral'), { others: outside });
  }

  private variables(): Named[] {
    const standsFor = this.surroundings.valueOfVariable ?? valueOfVariable;
    return blocksOf(this.json.variable, 1).map(({ labels: [name = ''], block }) => [
      name,
      once(() => standsFor(block, `the variable "${name}"${this.whose}`)),
    ]);
  }

  private locals(): Named[] {
    return blocksOf(this.json.locals, 0).flatMap(({ block }) =>
      Object.entries(block).map(([name, json]): Named => {
        const scope = this.named(`the local "${name}"`);
        return [name, once(() => valueOfJson(json, scope))];
      }),
    );
  }

  private types(keyword: 'resource' | 'data' | 'ephemeral'): Named[] {
    const types = new Map<string, Block[]>();
    for (const { labels, block } of blocksOf(this.json[keyword], 1)) {
      const [type = ''] = labels;
      const blocks = types.get(type);
      if (blocks === undefined) types.set(type, [block]);
      else blocks.push(block);
    }
    return [...types].map(([type, blocks]) => [type, once(() => this.resources(keyword, type, blocks))]);
  }

  /** Returns all resources of a type. Most types are never referred to. */
  private resources(keyword: string, type: string, blocks: readonly Block[]): Value {
    const resources = blocksOf(blocks, 1).map(
      ({ labels: [name = ''], block }): Named => [
        name,
        once(() => this.resource(keyword, type, name, block)),
      ],
    );
    return object(resources, { others: outside });
  }

  private resource(keyword: string, type: string, name: string, block: Block): Value {
    const address = `${keyword === 'resource' ? '' : `${keyword}.`}${type}.${name}${this.whose}`;
    if (type === 'terraform_remote_state') {
      return valueOfResource(block, this.scope, address, { outputs: () => this.remoteOutputs(name, block) });
    }
    if (type !== 'terraform_data' || block.input === undefined) {
      return valueOfResource(block, this.scope, address);
    }
    // Terraform's built-in resource whose output is its input.
    const place = `the argument "input" of ${address}`;
    const output = (scope: Scope) => valueOfJson(block.input, { ...scope, place });
    return valueOfResource(block, this.scope, address, { output });
  }

  private remoteOutputs(name: string, { defaults }: Block): Value {
    const known = this.surroundings.outputsOf?.(name);
    if (known !== undefined || !isRecord(defaults)) return known ?? outside;
    const scope = this.named(`the defaults of data.terraform_remote_state.${name}`);
    const given = valueOfJson(defaults, scope);
    return given.kind === 'object' ? { ...given, complete: false, others: outside } : given;
  }

  private named(place: string): Scope {
    return { ...this.scope, place: `${place}${this.whose}` };
  }
}
