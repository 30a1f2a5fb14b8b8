import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codeOf, promisesOf } from '../cdktf/listings';
import { command, readerShell } from './reader-shell';

const section = 'HCL, with terraform test';
const [sandbox = '', mocked = ''] = codeOf('docs/testing.md', section, 'hcl');
const [commands = ''] = codeOf('docs/testing.md', section, 'shell');
const [main = ''] = codeOf('docs/guides/get-started-hcl.md', 'Configure', 'terraform');

/** What the page says of functions: they are called in the configuration, and are not mocked. */
const outputs = `output "environment" {
  value = nonsensitive(provider::svc::key_environment(svc_api_key.dashboard.key))
}
`;

/** A mock without values. */
const bare = `mock_provider "svc" {}
run "gives_random_text_for_the_key" {}
`;

it('the tests in HCL run as the page has them, and only a key in the form of keys is accepted from a mock', async () => {
  const { folder, shell, attempt } = await readerShell();
  await shell(`${command} install`);
  await mkdir(join(folder, 'tests'));
  const files = {
    'main.tf': main,
    'outputs.tf': outputs,
    'tests/sandbox.tftest.hcl': sandbox,
    'tests/mocked.tftest.hcl': mocked,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const output = await shell(commands);
  expect(promisesOf(commands)).toHaveLength(2);
  for (const promise of promisesOf(commands)) expect(output).toContain(promise);

  await writeFile(join(folder, 'tests/bare.tftest.hcl'), bare);
  const refused = await attempt('terraform test -filter=tests/bare.tftest.hcl');
  expect(refused.stdout).toContain('0 passed, 1 failed');
  expect(refused.stderr).toContain('This is not an API key.');
});
