import { groupedBy } from '../grouped';
import { Needles } from '../needles';
import type { Block, Scope } from '../plan/configuration';
import { givenTo, inputsOf, textsWithin, type UsedVariable } from '../plan/inputs';
import { type Json, listIn, member, objectIn, textsIn } from '../plan/json';
import type { Plan } from '../plan/plan';
import { hiddenMarks, secretsOf, type Typed } from '../plan/planned-object';
import { secretInputs } from '../plan/sensitive-values';

/** The secrets of this provider in a plan. Terraform itself guards those of others. */
export class OwnSecrets {
  /** Each secret, plain and in base64. */
  private readonly needles = new Needles();
  /** Root variables that give a secret argument its value, or a part of it, by their names. */
  private readonly variables: ReadonlyMap<string, readonly UsedVariable[]>;
  private readonly used = new Map<Block, readonly string[]>();

  constructor(private readonly plan: Plan) {
    const given = secretInputs(plan).map(({ inputs }) => inputs);
    this.variables = groupedBy(
      given.flatMap(({ variables }) => variables),
      ({ name }) => name,
    );
    const texts = new Set(
      given.flatMap(inputs => textsWithin([inputs.constants, givenTo(inputs, plan.variables)])),
    );
    addSecrets(plan, texts);
    for (const text of texts) {
      if (text.length < shortest) continue;
      this.needles.add(text);
      this.needles.add(Buffer.from(text).toString('base64'));
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
    if (marks === true) return false;
    if (typeof value === 'string') return this.needles.areIn(value);
    if (typeof value === 'number') return this.needles.areIn(String(value));
    const ofParts = listIn(marks);
    if (Array.isArray(value)) return value.some((part, index) => this.areShownIn(part, ofParts[index]));
    const parts = objectIn(value);
    for (const name in parts)
      if (this.needles.areIn(name) || this.areShownIn(parts[name], member(marks, name))) return true;
    return false;
  }

  /** Returns the arguments of a block whose expressions are made of a secret: the same for all its instances. */
  argumentsUsedIn(block: Block): readonly string[] {
    const known = this.used.get(block);
    if (known !== undefined) return known;
    const expressions = Object.entries(objectIn(block.expressions));
    const used = expressions.filter(([, expression]) => this.areUsedIn(expression, block.scope));
    const names = used.map(([argument]) => argument);
    this.used.set(block, names);
    return names;
  }

  /**
   * True if an expression is made of a secret, also through arguments and outputs of modules.
   *
   * @param self the block that a provisioner calls `self`
   */
  areUsedIn(expression: Json, scope: Scope, self?: Block): boolean {
    const { blocks, scopes } = this.plan.configuration;
    return expressionsIn(expression).some(one => {
      const { references, variables } = inputsOf(one, scope);
      if (variables.some(one => this.isSecret(one))) return true;
      return references.some(reference => {
        const ofSelf = `${reference}.`.startsWith(`${scope.prefix}self.`);
        if (ofSelf && self !== undefined)
          return this.isGivenBy(self, reference.slice(scope.prefix.length).split('.')[1]);
        const [, owner = '', last = ''] = /^(.*)\.([^.]+)$/.exec(reference) ?? [];
        const block = blocks.get(owner);
        if (block !== undefined) return secretsOf(block).includes(last);
        const inner = scopes.find(({ prefix }) => prefix === `${owner}.`);
        return (
          inner !== undefined && this.areUsedIn(member(member(inner.outputs, last), 'expression'), inner)
        );
      });
    });
  }

  /** True if a provisioner takes a secret from its own object: the whole object, or what a `terraform_data` was given. */
  private isGivenBy(self: Block, attribute: string | undefined): boolean {
    const secrets = secretsOf(self);
    if (secrets.length > 0) return attribute === undefined || secrets.includes(attribute);
    const given = attribute === 'output' ? 'input' : (attribute ?? '');
    return this.areUsedIn(member(self.expressions, given), self.scope);
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
export function expressionsIn(json: Json): readonly Json[] {
  if (Array.isArray(json)) return json.flatMap(expressionsIn);
  if (textsIn(member(json, 'references')).length > 0) return [json];
  return Object.values(objectIn(json)).flatMap(part => (typeof part === 'object' ? expressionsIn(part) : []));
}
