import { groupedBy } from '../grouped';
import { Needles } from '../needles';
import { inKey } from '../plan/address';
import type { Block, Scope } from '../plan/configuration';
import { givenTo, inputsOf, stepsOf, textsWithin, type UsedVariable } from '../plan/inputs';
import { type Json, member, objectIn, partAt, textsIn } from '../plan/json';
import type { Plan } from '../plan/plan';
import { hiddenMarks, secretsOf, type Typed } from '../plan/planned-object';
import { secretInputs } from '../plan/sensitive-values';

/** The secrets of this provider in a plan, keys of other stacks among them. Terraform itself guards those of others. */
export class OwnSecrets {
  /** Each secret, plain, as a key of an address quotes it, and in base64. */
  private readonly needles = new Needles();
  /** Root variables that give a secret argument its value, or a part of it, by their names. */
  private readonly variables: ReadonlyMap<string, readonly UsedVariable[]>;
  /** Whether a reference is made of one. */
  private readonly made = new Map<string, boolean>();

  constructor(private readonly plan: Plan) {
    const given = secretInputs(plan).map(({ inputs }) => inputs);
    this.variables = groupedBy(
      given.flatMap(({ variables }) => variables),
      ({ name }) => name,
    );
    const texts = new Set(plan.keys);
    for (const inputs of given)
      for (const text of textsWithin([inputs.constants, givenTo(inputs, plan.variables)])) texts.add(text);
    addSecrets(plan, texts);
    for (const text of texts) {
      if (text.length < shortest) continue;
      const forms = new Set([text, inKey(text), Buffer.from(text).toString('base64')]);
      for (const form of forms) this.needles.add(form);
    }
  }

  /** Returns an argument that shows a secret. */
  shownArgument(of: Typed, values: Json, sensitive: Json): string | undefined {
    const given = objectIn(values);
    for (const argument in given)
      if (this.areShownIn(given[argument], hiddenMarks(of, argument, sensitive))) return argument;
    return undefined;
  }

  /** True if a text of the value that Terraform prints, because it is not marked, holds a secret. */
  areShownIn(value: Json, marks: Json): boolean {
    // A loop: JSON may nest deeply.
    const pending = [{ value, marks }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { value: whole, marks: ofParts } = next;
      if (ofParts === true) continue;
      if (typeof whole === 'string' || typeof whole === 'number') {
        if (this.needles.areIn(String(whole))) return true;
        continue;
      }
      for (const [name, part] of Object.entries(whole ?? {})) {
        if (this.needles.areIn(name)) return true;
        pending.push({ value: part, marks: partAt(ofParts, name) });
      }
    }
    return false;
  }

  /**
   * True if an expression is made of a secret, also through arguments and outputs of modules, arguments of other objects, and
   * `each.value`.
   *
   * @param own the block that it stands in
   * @param path the part of its value that is used
   */
  areUsedIn(expression: Json, scope: Scope, own?: Block, path: readonly string[] = []): boolean {
    return expressionsIn(expression).some(one => {
      const { references, variables } = inputsOf(one, scope, path);
      return (
        variables.some(variable => this.isSecret(variable)) ||
        references.some(reference => this.isMadeOfSecret(reference, own))
      );
    });
  }

  private isMadeOfSecret(reference: string, own: Block | undefined): boolean {
    const [, prefix = '', names = ''] = /^((?:module\.[^.]+\.)*)(.*)$/s.exec(reference) ?? [];
    const [first = '', ...steps] = names.split('.');
    if (first === 'data') return this.isReadIn(prefix, names);
    if (own !== undefined && first === 'self')
      return steps.length === 0 ? secretsOf(own).length > 0 : this.isGivenBy(own, steps);
    if (first === 'each' && own?.scope.prefix === prefix) return this.isInEachOf(own, steps);
    const known = this.made.get(reference);
    if (known !== undefined) return known;
    // Terraform refuses a circle, and this is a file that anybody may have written.
    this.made.set(reference, false);
    const isMade = this.isMadeElsewhere(prefix, first, steps);
    this.made.set(reference, isMade);
    return isMade;
  }

  /** The same of another object, of `each` in an argument of a module call, and of an output of a module. */
  private isMadeElsewhere(prefix: string, first: string, steps: readonly string[]): boolean {
    const { blocks, scopes } = this.plan.configuration;
    const block = blocks.get(`${prefix}${first}.${steps[0]}`);
    if (block !== undefined) return this.isGivenBy(block, steps.slice(1));
    // A plan does not say which call, so each call in this module counts.
    if (first === 'each')
      return scopes.some(({ call }) => call?.scope.prefix === prefix && this.isInEachOf(call, steps));
    const inner = scopes.find(scope => scope.prefix === prefix);
    const output = member(member(inner?.outputs, first), 'expression');
    return inner !== undefined && this.areUsedIn(output, inner, undefined, steps);
  }

  private isInEachOf(
    { forEach, scope }: Pick<Block, 'forEach' | 'scope'>,
    steps: readonly string[],
  ): boolean {
    return this.areUsedIn(forEach, scope, undefined, steps.slice(1));
  }

  /** True if a data source has read a key there. Of an expression that names all `outputs`, any may be it. */
  private isReadIn(prefix: string, names: string): boolean {
    const [, address = '', path = ''] =
      /^(data\.[^.[]+\.[^.[]+)(?:\["[^"]*"\]|\[\d+\])?(.*)$/s.exec(names) ?? [];
    const steps = stepsOf(path);
    return this.plan.prior.some(({ block, before }) => {
      if (block !== `${prefix}${address}`) return false;
      const part = steps.reduce(partAt, before);
      const isOne = typeof part === 'string' || steps.length > 1;
      return isOne && this.areShownIn(part, undefined);
    });
  }

  /** True if this part of an object is a secret of ours or, of another provider, an argument that was given one. */
  private isGivenBy(block: Block, path: readonly string[]): boolean {
    const secrets = secretsOf(block);
    if (secrets.length > 0) return path.some(step => secrets.includes(step));
    const [attribute = '', ...rest] = path;
    const given = attribute === 'output' ? 'input' : attribute;
    return this.areUsedIn(member(block.expressions, given), block.scope, block, rest);
  }

  /** Of `var.hook.url` and `var.hook.secret`, one is a secret; `var.hook` holds it. */
  private isSecret({ name, path }: UsedVariable): boolean {
    const secrets = this.variables.get(name) ?? [];
    return secrets.some(secret => secret.path.every((step, at) => step === (path[at] ?? step)));
  }
}

/** Adds what secret attributes hold. Loops, and no lists: a plan may have thousands of objects. */
function addSecrets({ changes, drift, prior }: Plan, texts: Set<string>): void {
  const add = (of: Typed, values: Json) => {
    for (const attribute of secretsOf(of))
      for (const text of textsWithin(member(values, attribute))) texts.add(text);
  };
  for (const object of [...changes, ...drift, ...prior]) {
    add(object, object.before);
    add(object, object.after);
  }
}

/** A shorter value, such as `prod`, is in many texts. */
const shortest = 8;

/** Nested blocks of a configuration hold expressions of their own. */
function expressionsIn(json: Json): readonly Json[] {
  if (Array.isArray(json)) return json.flatMap(expressionsIn);
  if (textsIn(member(json, 'references')).length > 0) return [json];
  return Object.values(objectIn(json)).flatMap(part => (typeof part === 'object' ? expressionsIn(part) : []));
}
