/** `npm run generate:fault-matrix`: writes docs/fault-matrix.md from the names of the tests about faults; `-- --check` compares it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { execa } from 'execa';
import { z } from 'zod';

const file = 'docs/fault-matrix.md';
const unit = [
  'answered-creates',
  'existing-answers',
  'unanswered-creates',
  'unread-lists',
  'lost-answers',
  'look-alikes',
];
const places = [
  'test/terraform/faults',
  'test/terraform/remote-state',
  ...unit.map(name => `test/unit/provider/${name}`),
];
const listed = z.array(z.object({ name: z.string(), file: z.string() }));

async function main(): Promise<void> {
  const projects = ['--project', 'terraform', '--project', 'unit'];
  const { stdout } = await execa('vitest', ['list', '--json', ...projects, ...places], { preferLocal: true });
  const rows = listed.parse(JSON.parse(stdout)).map(({ name, file: test }) => {
    const isReal = relative('.', test).startsWith('test/terraform');
    const words = name.replaceAll(' > ', ': ').replaceAll('|', '\\|');
    return `| ${words} | ${isReal ? 'Terraform' : 'the provider alone'} |`;
  });
  const head = `# Fault matrix

What goes wrong, and what follows: the names of ${rows.length} tests against the sandbox. After each test with Terraform,
platform and state agree, nothing is doubled or leaked, and the next plan is empty. Unless a test says otherwise, the
platform ignores Idempotency-Key.

| what goes wrong, and what follows | shown with |
| --- | --- |
`;
  const matrix = `${head}${rows.sort().join('\n')}\n`;
  if (!process.argv.includes('--check')) writeFileSync(file, matrix);
  else if (readFileSync(file, 'utf8') !== matrix)
    throw new Error(`${file} is stale: npm run generate:fault-matrix`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
