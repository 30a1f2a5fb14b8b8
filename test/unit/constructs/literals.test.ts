import { describe, expect, it } from 'vitest';
import { isLiteral, literalBehind, variablesIn } from '../../../src/constructs/checks/literals';
import { expression } from './synthesis';

const long = 'whsec_literal';
const json = {
  variable: [
    { v: {}, none: { default: null }, kept: { ephemeral: 'true' } },
    {
      text: { default: '' },
      number: { default: 7 },
      list: { default: [{ 'a.b': long, v: expression('var.v') }] },
    },
  ],
  locals: [{ text: long }, { names: { name: long, v: expression('var.v') } }],
};
const block = { for_each: { a: { secret: expression('var.v'), name: long }, b: { secret: null } } };

describe('a sole reference leads to a literal', () => {
  it.each([
    ['var.text', 'the default of the variable "text"'],
    ['var.number', 'the default of the variable "number"'],
    [' var.list[0]["a.b"] ', 'the default of the variable "list"'],
    ['local.text', 'the local "text"'],
    ['local.names.name', 'the local "names"'],
    ['local.names["name"]', 'the local "names"'],
    ['each.value.name', 'its for_each'],
    ['each.key', 'its for_each'],
  ])('in %s: %s', (text, place) => {
    expect(literalBehind(expression(text), block, json)).toBe(place);
  });
});

it.each([
  ...[
    'var.v',
    'var.none',
    'var.undeclared',
    'var.list',
    'var.list[0].v',
    'var.list[0].missing',
    'var.list[var.v]',
  ],
  ...['local.names', 'local.names.v', 'local.undeclared', 'each.value.secret', 'each.value', 'x.local.text'],
  ...['upper(local.text)', 'local.text == "x" ? "x" : var.v', 'each.other.var.text'],
])('%s leads to no literal', text => {
  expect(literalBehind(expression(text), block, json)).toBeUndefined();
});

it('each leads nowhere in a block without a map', () => {
  for (const for_each of [undefined, expression('local.names')])
    expect(literalBehind(expression('each.value'), { for_each }, json)).toBeUndefined();
});

it('a text around a reference is no sole reference', () => {
  expect(literalBehind(`whsec_${expression('local.text')}`, block, json)).toBeUndefined();
  expect(literalBehind(expression('local.text') + expression('local.text'), block, json)).toBeUndefined();
});

it.each([
  ['', true],
  [long, true],
  [7, true],
  [false, true],
  [`$${expression('var.v')}`, true],
  [null, false],
  [undefined, false],
  [{ a: long }, false],
  [expression('"x"'), false],
  ['%{ if var.v }x%{ endif }', false],
])('%j is a literal: %s', (value, expected) => {
  expect(isLiteral(value)).toBe(expected);
});

it('the variables of a value are those that it names and the stack declares', () => {
  const text = `whsec_${expression('join("", [var.v, var.kept, var.undeclared, x.var.text, xvar.text])')}`;
  expect(variablesIn(text, json)).toEqual([
    { name: 'v', isEphemeral: false },
    { name: 'kept', isEphemeral: true },
  ]);
});
