import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import { makeSecret } from '../../harness/secrets/secrets';
import { searchFiles } from './file-search';

const stored = makeSecret('a stored secret');
const unstored = makeSecret('an unstored secret');

async function searched(name: string, content: string | Buffer) {
  const directory = temporaryFolder(tmpdir(), 'svc-canary-');
  await mkdir(dirname(join(directory, name)), { recursive: true });
  await writeFile(join(directory, name), content);
  return searchFiles(directory, { stored: [stored], unstored: [unstored] });
}

async function archive(name: string, content: string): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** A state file of one object whose `secret` Terraform knows to be sensitive. */
function stateWith(change: Record<string, unknown>, output: object = {}): string {
  const object = {
    attributes: { id: 'wh_1', secret: null, ...change },
    sensitive_attributes: [[{ type: 'get_attr', value: 'secret' }]],
    private: change['private'],
  };
  const resources = [{ type: 'svc_webhook_endpoint', instances: [object] }];
  return JSON.stringify({ version: 4, terraform_version: '1.11.4', outputs: output, resources });
}

const { value } = stored;
const base64 = (text: string) => Buffer.from(text).toString('base64');

it.each<[where: string, name: string, content: string | Buffer]>([
  ['in a log', 'logs/deep/0001.log', `sent ${value}`],
  ['under a path that is not sensitive', 'terraform.tfstate', stateWith({ url: value })],
  ['in the private notes of a state', 'terraform.tfstate.backup', stateWith({ private: base64(value) })],
  ['in an open output', 's', stateWith({}, { shown: { sensitive: false, value } })],
  ['in the state of a plan file', 'a.tfplan', await archive('tfstate', stateWith({ url: value }))],
  ['in the plan, unstored', 'a.tfplan', await archive('tfplan', unstored.value)],
  ['under a sensitive path, unstored', 's', stateWith({ secret: unstored.value })],
  ['in a sensitive output, unstored', 's', stateWith({}, { a: { sensitive: true, value: unstored.value } })],
])('the canary reports a secret %s', async (_where, name, content) => {
  expect(await searched(name, content)).not.toEqual([]);
});
