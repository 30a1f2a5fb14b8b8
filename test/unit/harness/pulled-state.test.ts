import { describe, expect, it } from 'vitest';
import { parsePulledState } from '../../harness/terraform/pulled-state';

const key = { type: 'get_attr', value: 'key' };
const list = { type: 'get_attr', value: 'list' };
const second = { type: 'index', value: { value: 1, type: 'number' } };

const stateOf = (...resources: readonly object[]) =>
  parsePulledState(JSON.stringify({ version: 4, outputs: {}, resources }));
const instanceOf = (instance: object, resource: object = {}) =>
  stateOf({
    mode: 'managed',
    type: 'svc_api_key',
    name: 'a',
    ...resource,
    instances: [{ attributes: {}, ...instance }],
  }).resources[0];

describe('the address of a resource', () => {
  it.each<[string, object, object]>([
    ['svc_api_key.a', {}, {}],
    ['svc_api_key.a[0]', { index_key: 0 }, {}],
    ['svc_api_key.a["x y"]', { index_key: 'x y' }, {}],
    ['module.keys["eu"].svc_api_key.a', {}, { module: 'module.keys["eu"]' }],
    ['module.keys.data.svc_api_key.a', {}, { module: 'module.keys', mode: 'data' }],
  ])('%s', (address, instance, resource) => {
    expect(instanceOf(instance, resource)?.address).toBe(address);
  });
});

it('a tainted instance is told from another one', () => {
  expect(instanceOf({ status: 'tainted' })?.tainted).toBe(true);
  expect(instanceOf({})?.tainted).toBe(false);
});

it('sensitive attributes and elements are marked in the shape of the value', () => {
  const attributes = { key: 'k', list: ['a', 'b'], name: 'n' };
  const resource = instanceOf({ attributes, sensitive_attributes: [[key], [list, second]] });
  expect(resource?.sensitive).toEqual({ key: true, list: [false, true], name: false });
});

it('a value whose attribute has no type is read without the type beside it', () => {
  const attributes = { id: 'i', output: { value: 'text', type: 'string' } };
  expect(instanceOf({ attributes }, { type: 'terraform_data' })?.values).toEqual({ id: 'i', output: 'text' });
});

it('outputs keep their marks, and no state is an empty one', () => {
  const outputs = { one: { value: 1, type: 'number' }, two: { value: 2, type: 'number', sensitive: true } };
  expect(parsePulledState(JSON.stringify({ version: 4, outputs, resources: [] })).outputs).toEqual({
    one: { sensitive: false, value: 1 },
    two: { sensitive: true, value: 2 },
  });
  expect(parsePulledState('')).toEqual({ resources: [], outputs: {} });
});
