import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Fields, Role } from '../../../src/client/contract/fields';
import { collectionNames, collections, isManaged } from '../../../src/client/contract/operations';
import { isComputed } from '../../../src/plugin/define/attribute';
import type { Attribute } from '../../../src/plugin/define/schema-types';
import { svc } from '../../../src/provider';
import { collectionOfResource } from '../../../src/provider/registered-resources';

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

const testsWithTerraform = readdirSync('test/terraform', { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.test.ts'))
  .map(file => readFileSync(`test/terraform/${file}`, 'utf8'));

describe.each(kinds)('every $kind', ({ folder, registered }) => {
  const files = readdirSync(`src/provider/${folder}`)
    .map(file => file.replace(/\.ts$/, ''))
    .filter(name => name !== 'index');

  it('is registered', () => {
    expect(registered.map(({ name }) => fileNameOf(name)).toSorted()).toEqual(files.toSorted());
  });

  it.each(registered.map(({ name }) => name))('%s has a test with real Terraform', name => {
    expect(testsWithTerraform.some(text => new RegExp(`\\b${name}\\b`).test(text))).toBe(true);
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

it.each(collectionNames.filter(isManaged))('every collection, such as %s, has a resource', name => {
  expect([...collectionOfResource.values()]).toContain(name);
});

/** What the role of a field demands of its attribute. */
const demands: Partial<Record<Role, readonly [words: string, isMet: (attribute: Attribute) => boolean]>> = {
  assigned: ['is computed', isComputed],
  fixed: ['replaces the object', ({ replaces }) => replaces],
  hidden: ['is sensitive', ({ sensitive }) => sensitive],
  issued: ['is sensitive', ({ sensitive }) => sensitive],
};

const ofFields = collectionNames.filter(isManaged).flatMap(collection => {
  const resource = svc.resources.find(({ name }) => collectionOfResource.get(name) === collection);
  const fields: Fields = collections[collection].fields;
  return Object.entries(fields).flatMap(([name, { role }]) => {
    const [words, isMet] = demands[role] ?? [];
    const attribute = resource?.attributes[name];
    return isMet && attribute ? [{ collection, name, role, words, isMet, attribute }] : [];
  });
});

it.each(ofFields)('$name of $collection is $role, so its attribute $words', ({ isMet, attribute }) => {
  expect(isMet(attribute)).toBe(true);
});
