import { relative } from 'node:path';
import { execa } from 'execa';
import { z } from 'zod';

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

/** Returns docs/fault-matrix.md: the names of the tests about faults. */
export async function faultMatrix(): Promise<string> {
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
  return `${head}${rows.sort().join('\n')}\n`;
}
