import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
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

describe('the canary reports a leak', () => {
  it.each([
    ['in a log', 'logs/deep/0001.log', `sent ${value}`],
    ['under a path that is not sensitive', 'terraform.tfstate', stateWith({ url: value })],
    ['in the private notes of a state', 'terraform.tfstate.backup', stateWith({ private: base64(value) })],
    ['in an open output', 's', stateWith({}, { shown: { sensitive: false, value } })],
  ])('for a stored secret %s', async (_where, name, content) => {
    expect(await searched(name, content)).not.toEqual([]);
  });

  it.each([
    ['tfconfig/m-/main.tf', `secret = "${value}"`],
    ['tfstate', stateWith({ url: value })],
    ['tfplan', unstored.value],
  ])('for what a plan file holds in %s', async (entry, content) => {
    expect(await searched('scenario.tfplan', await archive(entry, content))).not.toEqual([]);
  });

  it.each([
    ['under a sensitive path', 'terraform.tfstate', stateWith({ secret: unstored.value })],
    ['in a sensitive output', 's', stateWith({}, { a: { sensitive: true, value: unstored.value } })],
  ])('for an unstored secret even %s', async (_where, name, content) => {
    expect(await searched(name, content)).not.toEqual([]);
  });
});
