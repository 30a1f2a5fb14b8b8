import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codeOf, promisesOf } from '../cdktf/listings';
import { readerShell } from './reader-shell';

const section = 'HCL, with terraform test';
const [sandbox = '', mocked = ''] = codeOf('docs/testing.md', section, 'hcl');
const [commands = ''] = codeOf('docs/testing.md', section, 'shell');
const [main = ''] = codeOf('docs/how-to/get-started-hcl.md', 'Configure', 'terraform');

/** What the page says of functions: they are called in the configuration, and are not mocked. */
const outputs = `output "environment" {
  value = nonsensitive(provider::svc::key_environment(svc_api_key.dashboard.key))
}
`;

/** A mock without values. */
const bare = `mock_provider "svc" {}
run "gives_random_text_for_the_key" {
  assert {
    condition     = output.environment == "live"
    error_message = "A made-up key must count as live."
  }
}
`;

it('the tests in HCL run as the page has them, and a key that a mock makes up counts as live', async () => {
  const { folder, shell } = await readerShell();
  await shell('npx --no cdktf-provider-svc install');
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
  expect(await shell('terraform test -filter=tests/bare.tftest.hcl')).toContain('1 passed, 0 failed');
});

it('a rotation by age is rehearsed as the page does it', async () => {
  const { folder, shell } = await readerShell();
  const rehearsal = 'Rehearse a rotation';
  await writeFile(join(folder, 'main.tf'), codeOf('docs/testing.md', rehearsal, 'hcl')[0] ?? '');
  const [listing = ''] = codeOf('docs/testing.md', rehearsal, 'shell');
  const output = await shell(listing);
  for (const promise of promisesOf(listing)) expect(output).toContain(promise);
});
