import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type Scenario, scenario } from '../harness/scenario';
import { needFeature } from '../harness/terraform/needed-feature';
import { key } from './blocks';

beforeEach(context => needFeature('resource identity', context));

const instance = z.looseObject({
  attributes: z.looseObject({ id: z.string() }),
  identity: z.record(z.string(), z.unknown()).nullish(),
});
const state = z.looseObject({ resources: z.array(z.looseObject({ instances: z.array(instance) })) });

const fileOf = (s: Scenario) => join(s.workspace.root, 'terraform.tfstate');
const stateOf = async (s: Scenario) => state.parse(JSON.parse(await readFile(fileOf(s), 'utf8')));

/** The identity of each object in the state, and its id. */
async function identities(s: Scenario): Promise<readonly (readonly [unknown, string])[]> {
  const { resources } = await stateOf(s);
  const instances = resources.flatMap(each => each.instances);
  return instances.map(({ identity, attributes }) => [identity, attributes.id]);
}

const endpoint = (identity: string) => `import {
  to       = svc_webhook_endpoint.a
  identity = ${identity}
}
resource "svc_webhook_endpoint" "a" {
  url    = "https://hooks.example.com/alerts"
  events = ["alert.created"]
}
`;

it('an object is imported by its identity, and an identity that is null or empty names the attribute', async () => {
  const s = await scenario();
  const secret = await s.plantSecret('theirs');
  const values = { url: 'https://hooks.example.com/alerts', events: ['alert.created'], secret };
  const { id } = await s.behindTheBack(api => api.webhooks.create(values));
  for (const wrong of ['null', '""'])
    await s.expectError(endpoint(`{ id = ${wrong} }`), /`id` is null or empty/);
  await s.apply(endpoint(`{ id = "${id}" }`));
  expect(await identities(s)).toEqual([[{ id }, id]]);
});

it('a rotation changes the identity, and the next apply adds one to a state from before', async () => {
  const s = await scenario();
  const rotated = (trigger: string) =>
    key('a', { more: `rotation = { overlap_days = 0, triggers = { because = "${trigger}" } }` });
  await s.apply(rotated('first'));
  const [[, first] = []] = await identities(s);
  await s.apply(rotated('second'), { warnings: 'any' });
  const [[identity, second] = []] = await identities(s);
  expect(second).not.toBe(first);
  expect(identity).toEqual({ id: second });
  const stored = await stateOf(s);
  for (const { instances } of stored.resources) for (const each of instances) delete each.identity;
  await writeFile(fileOf(s), JSON.stringify(stored));
  expect(await identities(s)).toEqual([[undefined, second]]);
  await s.apply(rotated('second'));
  expect(await identities(s)).toEqual([[{ id: second }, second]]);
});
