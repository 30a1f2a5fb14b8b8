import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { scenario } from '../harness/scenario';
import { needFeature } from '../harness/terraform/needed-feature';

beforeEach(context => needFeature('resource identity', context));

const instance = z.object({ identity: z.record(z.string(), z.unknown()) });
const state = z.object({ resources: z.array(z.object({ instances: z.array(instance) })) });

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
  const stored = await readFile(join(s.workspace.root, 'terraform.tfstate'), 'utf8');
  expect(state.parse(JSON.parse(stored)).resources).toEqual([{ instances: [{ identity: { id } }] }]);
});
