import { getExpressionAst } from '@cdktf/hcl2json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../../src/constructs/expressions/parser';
import type { Expression } from '../../../src/constructs/expressions/syntax';

/** What Terraform's own parser makes of a text: hcl2json is HashiCorp's, compiled to WebAssembly. */
async function terraformReads(text: string): Promise<object | undefined> {
  try {
    return (await getExpressionAst('test.tf', text)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The variables that Terraform's parser finds. */
function variablesOfTerraform(tree: unknown, found = new Set<string>()): Set<string> {
  if (typeof tree !== 'object' || tree === null) return found;
  if ('fullAccessor' in tree) {
    const [variable] = /^var\.[\p{ID_Continue}-]+/u.exec(String(tree.fullAccessor)) ?? [];
    if (variable !== undefined) found.add(variable);
  }
  for (const inner of Object.values(tree)) variablesOfTerraform(inner, found);
  return found;
}

/** The variables that are named anywhere in an expression. */
function variablesIn(expression: unknown, found = new Set<string>()): Set<string> {
  if (typeof expression !== 'object' || expression === null) return found;
  if ('kind' in expression && expression.kind === 'index') {
    const { of, key } = expression as Extract<Expression, { kind: 'index' }>;
    if (of.kind === 'name' && of.name === 'var' && key.kind === 'constant') found.add(`var.${key.value}`);
  }
  for (const inner of Object.values(expression)) variablesIn(inner, found);
  return found;
}

const blank = fc.constantFrom('', ' ', '\n', ' # said\n', ' /* said */ ');
const name = fc.constantFrom('a', 'b', 'c-d', 'é', '_x', 'iffy', 'format');
const variable = name.map(each => `var.${each}`);

const { expression: expressions } = fc.letrec<{ expression: string; term: string; template: string }>(tie => {
  const { expression, term, template } = {
    expression: tie('expression'),
    term: tie('term'),
    template: tie('template'),
  };
  const listed = fc.array(expression, { maxLength: 3 }).map(each => each.join(','));
  const quoted = template.map(text => `"${text}"`);
  return {
    template: fc
      .array(
        fc.oneof(
          fc.constantFrom('text', '$', '%', '$${', '%%{', '\\"', '\\u00e9', '\\n', '}', '{', '#', '//', "'"),
          expression.map(inner => `\${${inner}}`),
          expression.map(inner => `\${~ ${inner} ~}`),
          fc.tuple(expression, expression).map(([a, b]) => `%{ if ${a} }\${${b}}%{ else }no%{ endif }`),
          expression.map(inner => `%{ for k, v in ${inner} }\${v}%{ endfor ~}`),
        ),
        { maxLength: 3 },
      )
      .map(parts => parts.join('')),
    term: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'expression' },
      variable,
      fc.constantFrom('1', '1.5e3', 'true', 'null', '"x"', 'local.a', 'each.value', 'data.x.y["k"].z'),
      quoted,
      listed.map(items => `[${items}]`),
      fc.tuple(name, listed).map(([called, items]) => `${called}(${items})`),
      fc.tuple(listed, term).map(([items, last]) => `provider::x::f(${items}${items && ','}${last}...)`),
      fc.tuple(blank, expression).map(([before, inner]) => `(${before}${inner}${before})`),
      fc.tuple(name, expression, quoted, expression).map(([a, b, c, d]) => `{ ${a} = ${b}\n ${c} : ${d} }`),
      fc.tuple(variable, expression).map(([a, b]) => `{ (${a}) = ${b}, }`),
      fc.tuple(expression, expression).map(([a, b]) => `[for x in ${a} : x if ${b}]`),
      fc.tuple(expression, expression, expression).map(([a, b, c]) => `{for k, v in ${a} : ${b} => ${c}...}`),
      fc
        .tuple(term, fc.constantFrom('.a', '[0]', '["a"]', '[*].a', '.*.a', '[*].a[0].b', '[*]'))
        .map(parts => parts.join('')),
      fc.constantFrom('-', '!').chain(operator => term.map(inner => operator + inner)),
    ),
    expression: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'expression' },
      term,
      fc
        .tuple(
          term,
          fc.constantFrom('+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', '&&', '||'),
          term,
        )
        .map(([left, operator, right]) => `${left} ${operator} ${right}`),
      fc.tuple(term, term, term).map(([condition, yes, no]) => `${condition} ? ${yes} : ${no}`),
    ),
  };
});

/** A text that may be broken: one character of it is missing. */
const broken = fc
  .tuple(expressions, fc.nat())
  .map(([text, at]) => text.slice(0, at % (text.length + 1)) + text.slice((at % (text.length + 1)) + 1));

describe('expressions are read as Terraform reads them', () => {
  it.each([
    ['an index written as an attribute', 'var.a.0'],
    ['the same, with an exponent', 'var.a1.5e3'],
    ['the same, with a sign', 'var.a. 0E+1.b'],
    ['the same, below zero', 'var.a.5e-1[0]'],
    ['the same, after a splat', 'var.a.*.0e3'],
    ['a remainder of an object', 'var.a %{b = var.c}'],
    ['the same, in a template', `"\${var.a %{b = var.c}}%{ if var.d }%{ endif }"`],
  ])('%s: %s', async (_, text) => {
    const tree = await terraformReads(text);
    expect(variablesIn(parseExpression(text))).toEqual(variablesOfTerraform(tree));
  });

  it('every expression that Terraform accepts is parsed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(expressions, broken), async text => {
        fc.pre((await terraformReads(text)) !== undefined);
        expect(parseExpression(text), text).toBeDefined();
      }),
      { numRuns: 200 },
    );
  }, 60_000);

  it('with the same variables in it', async () => {
    await fc.assert(
      fc.asyncProperty(expressions, async text => {
        const tree = await terraformReads(text);
        fc.pre(tree !== undefined);
        expect([...variablesIn(parseExpression(text))].sort(), text).toEqual(
          [...variablesOfTerraform(tree)].sort(),
        );
      }),
      { numRuns: 100 },
    );
  }, 60_000);
});
