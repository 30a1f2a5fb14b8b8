import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { collectionNames, isManaged } from '../../../src/client/contract/operations';
import { isComputed } from '../../../src/plugin/define/attribute';
import { svc } from '../../../src/provider';
import { collectionOfResource } from '../../../src/provider/kinds';

const kinds = [
  { kind: 'resource', folder: 'resources', registered: svc.resources },
  { kind: 'data source', folder: 'data-sources', registered: svc.dataSources },
  {
    kind: 'function',
    folder: 'functions',
    registered: svc.functions.map(({ name, parameters }) => ({ name, attributes: parameters })),
  },
] as const;

const fileNameOf = (name: string) => name.replace(/^svc_/, '').replaceAll('_', '-');

describe.each(kinds)('every $kind', ({ folder, registered }) => {
  const files = readdirSync(`src/provider/${folder}`)
    .map(file => file.replace(/\.ts$/, ''))
    .filter(name => name !== 'index');

  it('is registered', () => {
    const names = registered.map(({ name }) => fileNameOf(name));
    expect(names.toSorted()).toEqual(files.toSorted());
  });

  it.each(registered.map(({ name }) => name))('%s has a test with real Terraform', name => {
    const file = `test/terraform/${folder}/${fileNameOf(name)}.test.ts`;
    expect(existsSync(file), file).toBe(true);
  });

  it.each(registered.map(({ name }) => name))('%s has an example', name => {
    expect(existsSync(`examples/${folder}/${name}/main.tf`)).toBe(true);
  });

  it.each(
    registered.flatMap(({ name, attributes }) =>
      Object.entries(attributes).map(([key, value]) => [name, key, value] as const),
    ),
  )('%s describes its attribute %s in a sentence', (_, __, { description }) => {
    expect(description).toMatch(/^[\w`‘“].{8,}\.$/s);
  });
});

it.each(svc.resources.map(({ name }) => name))('%s has a construct', name => {
  expect(existsSync(`src/constructs/${fileNameOf(name)}.ts`)).toBe(true);
});

it.each(
  svc.resources.flatMap(({ name, attributes }) =>
    Object.entries(attributes)
      .filter(([, attribute]) => !isComputed(attribute))
      .map(([key]) => [name, key] as const),
  ),
)('the construct of %s documents the argument %s', (name, key) => {
  const source = readFileSync(`src/constructs/${fileNameOf(name)}.ts`, 'utf8');
  const argument = key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  expect(source).toMatch(new RegExp(`^  readonly ${argument}\\??:`, 'm'));
});

it.each(collectionNames.filter(isManaged))('every collection, such as %s, has a resource', name => {
  expect([...collectionOfResource.values()]).toContain(name);
});
