import { describe, expect, it } from 'vitest';
import { Origins } from '../../../src/constructs/origins/origins';
import { expression } from './synthesis';

const long = 'whsec_literal';
const otherStack = {
  variable: { v: {}, d: { default: 'x' } },
  output: {
    v: { value: expression('var.v') },
    d: { value: expression('var.d') },
    map: { value: { a: 'x' } },
  },
};
const json = {
  variable: {
    v: {},
    kept: { ephemeral: true },
    none: { default: null },
    empty: { default: {} },
    text: { default: '' },
    number: { default: 7 },
    list: { default: [{ a: long }] },
  },
  locals: {
    alias: expression('var.list'),
    same: expression('local.same'),
    text: 'x',
    pair: [expression('var.v'), 'x'],
    names: { name: long, v: expression('var.v') },
  },
  resource: {
    x_y: {
      one: { text: 'x', number: 7, made: expression('upper("x")'), block: [{ text: long }] },
      each: { for_each: expression('var.v'), text: 'x' },
      count: { count: 2, text: 'x' },
      escaped: { text: '$${x}' },
      all: { text: 'x', lifecycle: { ignore_changes: 'all' } },
      part: { text: 'x', lifecycle: [{ ignore_changes: ['text[0]'] }] },
    },
  },
  ephemeral: { x_y: { one: { length: 40, text: 'x' } } },
};
const other = new Origins(otherStack, () => undefined, ' of the stack other');
const origins = new Origins(json, name => (name === 'other' ? other : undefined));
const remote = (name: string) => `data.terraform_remote_state.other.outputs.${name}`;

/** Expressions by the rule that they show, parted by semicolons. `@{` stands for an interpolation. */
type Table = Readonly<Record<string, string>>;

const accepted: Table = {
  'a variable without a default': 'var.v ; var.undeclared ; var.none ; var.empty ; core::upper(var.v)',
  'a path without a default': 'var.empty["a"] ; var.list[0].b ; var.list[7]',
  'a reference in a local':
    'local.undeclared ; local.pair[0] ; local.names["v"] ; local.names.v ; local.same',
  'a path that a local lacks': 'local.names.missing ; try(local.names.missing, var.v)',
  'a key of lookup': 'lookup(local.names, "v") ; lookup(local.names, "v", var.v) ; lookup(var.v, "12345678")',
  'a short text beside a reference':
    'jsonencode(local.pair) ; "1234567@{var.v}1234567" ; join("-", ["x", var.v])',
  'another object': 'data.x_y.one.text ; data.x_y.one[*].part[0] ; module.m.out ; ephemeral.x_y.one.result',
  'an attribute of a resource': 'x_y.one.id ; resource.x_y.one.id ; x_y.two.text',
  'an argument that is no plain text': 'x_y.one.number ; x_y.one.made ; x_y.one.block[0].text',
  'an ignored argument': 'x_y.all.text ; x_y.part.text',
  'an output of another stack': `${remote('v')} ; data.terraform_remote_state.elsewhere.outputs.d`,
  'a file':
    'file("12345678") ; filesha256("12345678") ; templatefile("12345678", {}) ; core::file("12345678")',
  'a function of a provider': 'provider::vault::read("12345678") ; provider :: vault :: read ("12345678")',
  'a format': 'format("12345678%s", var.v) ; formatlist("12345678%s", var.v)',
  'a separator': 'split("12345678", var.v)[0]',
  'an expression to search': 'regex("12345678", var.v) ; regexall("12345678", var.v)',
  'a part to remove':
    'replace(var.v, "12345678", "") ; trimprefix(var.v, "12345678") ; trimsuffix(var.v, "12345678")',
  'a choice of nothing':
    'coalesce(var.v, null) ; core::try(var.v, []) ; var.c ? null : var.v ; try(var.v, { })',
  'a condition': 'var.c == "12345678" ? var.v : (local.text == "x" ? var.v : var.v)',
  'an index': 'var.v["12345678"] ; var.v[local.text].a ; jsondecode(var.v)["12345678"].a',
  'a key': 'jsonencode({ "12345678" = var.v, abc : var.v\n b = var.v }) ; jsonencode({ "12345678" : var.v })',
  'a comment': '# "12345678"\nvar.v /* "12345678" */ // "12345678"',
  'an item of a loop':
    '[for one in var.v : one.secret.text][0] ; { for key, one in var.v : key => one }["12345678"]',
  'a number beside a reference': 'substr(var.v, 0, 12345678) ; var.v + 1.5e3 ; -var.v',
};

const refused: Table = {
  'no reference': '"x" ; upper("x") ; 7 ; true ; [7, "x"] ; "@{"x"}" ; fileexists("x") ; one',
  'a long text beside a reference': '"12345678@{var.v}" ; "@{var.v}12345678" ; join("", ["12345678", var.v])',
  'a long text with a quote': 'upper("\\"234567", var.v)',
  'an item of a loop over literals':
    '[for one in ["12345678"] : "@{one}@{var.v}"][0] ; [for one in ["x"] : one.a.b]',
  'what Terraform itself computes':
    'terraform.workspace ; path.module ; count.index ; provider::terraform::decode_expr("x")',
  'no for_each': 'each.key ; each.value',
  'a default':
    'var.text ; var.number ; var.list ; var.list[0].a ; var.list[var.v].a ; var.list[*].a ; var.list.0.a',
  'a local': 'local.text ; local.pair[1] ; local.pair[var.v] ; local.names ; local.names.name',
  'a default behind a local': 'local.alias[0].a ; lookup(local.alias[0], "a")',
  'a lookup': 'lookup(local.names, "name") ; lookup(local.names, var.v) ; lookup(var.v, "a", "x")',
  'a plain argument':
    'x_y.one.text ; resource.x_y.one.text ; x_y.each["a"].text ; x_y.count[0].text ; x_y.escaped.text ; ephemeral.x_y.one.text',
  'an output of another stack': `${remote('d')} ; ${remote('map.a')}`,
  'an argument of a choice':
    'coalesce(var.v, "x") ; coalescelist(var.v, ["x"]) ; try(var.v, "x") ; core::try(var.v, 7)',
  'a branch': 'var.c ? var.v : "x" ; var.c ? "x" : var.v ; upper(var.c ? upper("x") : var.v)',
  'a branch of a branch': 'var.c ? var.v : var.d ? var.v : "x" ; var.c ? (var.d ? "x" : var.v) : var.v',
  'a literal with an index': '{ a = "x" }[var.v] ; ["x"][var.v]',
  'another parameter than the pattern': 'format("%s", "12345678", var.v) ; replace(var.v, "x", "12345678")',
};

const literalsOf = (expressions: string) =>
  expressions.split(' ; ').map(text => {
    const written = expression(text.replaceAll('@{', '$' + '{'));
    return [text, origins.of(written, {}).literal !== undefined];
  });
const all = (expressions: string, isLiteral: boolean) =>
  expressions.split(' ; ').map(text => [text, isLiteral]);

describe('an expression', () => {
  it.each(Object.entries(accepted))('may be or contain %s: %s', (_, expressions) => {
    expect(literalsOf(expressions)).toEqual(all(expressions, false));
  });

  it.each(Object.entries(refused))('must not be or contain %s: %s', (_, expressions) => {
    expect(literalsOf(expressions)).toEqual(all(expressions, true));
  });
});

describe('a value of JSON', () => {
  const v = expression('var.v');
  const loop = `%{ for one in var.v }${v}%{ endfor }`;
  const noLiterals = [null, [null], [], v, [v], { a: v }, `12345678${v}`, loop, `$\${x}${v}`];
  const broken = expression('"12345678').slice(0, -1);
  const literals = ['', 'x', 7, false, ['x'], [v, '12345678'], `$${v}`, broken];

  it.each(noLiterals)('%j has no literal', value => {
    expect(origins.of(value, {}).literal).toBeUndefined();
  });

  it.each([...literals, '%{ if var.v }x%{ endif }'])('%j is a literal', value => {
    expect(origins.of(value, {}).literal).toBe('a part of its expression');
  });
});

describe('the for_each of a block', () => {
  const each = { a: { secret: expression('var.v'), name: 'x' } };

  it.each([
    ['each.value.secret', each],
    ['each.value', { a: expression('var.v') }],
    ['each.value.b', expression('var.list')],
    ['each.value', expression('toset(var.v)')],
    ['each.key', expression('toset(var.v)')],
    ['each.value', {}],
    ['var.v[each.key]', each],
  ])('gives no literal to %s in %j', (text, for_each) => {
    expect(origins.of(expression(text), { for_each }).literal).toBeUndefined();
  });

  it.each([
    ['each.value.name', each],
    ['each.key', each],
    ['each.value', { a: expression('var.v'), b: 'x' }],
    ['each.value', expression('toset(["x"])')],
    ['each.key', expression('toset(["x"])')],
  ])('gives a literal to %s in %j', (text, for_each) => {
    expect(origins.of(expression(text), { for_each }).literal).toBe('its for_each');
  });

  it.each([
    ['each.value.a', expression('var.list')],
    ['each.value.a', expression('local.alias')],
  ])('leads %s on to a default in %j', (text, for_each) =>
    expect(origins.of(expression(text), { for_each }).literal).toContain('the default of'),
  );
});

const recordedV = 'the variable "v", which is not ephemeral: every saved plan would contain it';
const keptV = 'the variable "kept", which is ephemeral';

it.each([
  ['var.v', 'recorded', recordedV],
  [
    remote('v'),
    'recorded',
    'the variable "v" of the stack other, through an output: the state of that stack would contain it',
  ],
  ['var.kept', 'ephemeral', keptV],
  ['join("", [var.v, var.kept])', 'ephemeral', keptV],
  ['var.c ? var.undeclared : ephemeral.x_y.one.result', 'ephemeral', 'an ephemeral resource'],
  ['join("", [var.kept, var.v])', 'recorded', recordedV],
  ['var.c ? var.kept : var.v', 'recorded', recordedV],
  ['var.v ? var.kept : var.kept', 'ephemeral', keptV],
  ['data.x_y.one.result', 'ephemeral', undefined],
  ['module.m.out', 'recorded', undefined],
  ['var.undeclared', 'recorded', undefined],
  ['file("12345678")', 'recorded', undefined],
  ['var.kept', 'recorded', undefined],
  ['var.v ? var.kept : var.kept', 'recorded', undefined],
] as const)('%s: %s is %s', (text, key, place) => {
  expect(origins.of(expression(text), {})[key]).toBe(place);
});

it('60 nested locals, each used three times, are each read once', () => {
  let reads = 0;
  const locals: Record<string, unknown> = { l0: long };
  for (let level = 1; level <= 60; level += 1) {
    const inner = expression(`local.l${level - 1}`);
    const get = () => {
      reads += 1;
      return { a: [inner, inner], b: inner };
    };
    Object.defineProperty(locals, `l${level}`, { get });
  }
  const { literal } = new Origins({ locals }, () => undefined).of(expression('jsonencode(local.l60)'), {});
  expect(literal).toBe('the local "l0"');
  expect(reads).toBe(60);
});
