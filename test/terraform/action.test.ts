import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { scenario, withLogs } from '../harness/scenario';
import { receiver, right } from '../harness/servers/receiver';
import { needFeature } from '../harness/terraform/needed-feature';
import { searchFiles } from './canary/file-search';

const example = join('examples', 'actions', 'svc_webhook_endpoint_test', 'action.tf');
const address = 'action.svc_webhook_endpoint_test.alerts';

/** The endpoint and its action. The harness declares provider and variable itself. */
const blocksOf = async (url: string) =>
  (await readFile(example, 'utf8'))
    .replace(/^[\s\S]*?(?=^resource )/m, '')
    .replaceAll(/"https:[^"]*"/g, `"${url}"`);

beforeEach(context => needFeature('actions', context));

it('the action tests the receiver after a create, after an update and alone, and no plan and no log has the secret', async () => {
  const s = await scenario({ environment: withLogs });
  const secret = await s.plantSecret('signing_secret', { ephemeral: true });
  let forged = 401;
  const { url, got } = await receiver((body, header) => (header === right(body, secret) ? 204 : forged));
  const blocks = await blocksOf(url);
  await s.apply(blocks);
  expect(got.map(({ body, header }) => header === right(body, secret))).toEqual([
    true,
    true,
    ...Array(8).fill(false),
  ]);
  const unstored = [{ name: 'signing_secret', value: secret }];
  expect(await searchFiles(s.workspace.directory, { stored: [], unstored })).toEqual([]);
  await s.apply(blocks.replace('alert.created', 'incident.created'));
  expect(got).toHaveLength(20);
  const invoke = () => s.terraform('apply', '-auto-approve', '-no-color', `-invoke=${address}`);
  expect((await invoke()).code).toBe(0);
  expect(got).toHaveLength(30);
  forged = 204;
  const failed = await invoke();
  expect([failed.code, failed.stderr.replaceAll(/[│\s]+/g, ' ')]).toEqual([
    1,
    expect.stringContaining('accepts a wrong signature (204): anybody who knows its address may send it'),
  ]);
  await s.checkInvariants();
});
