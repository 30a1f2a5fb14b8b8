import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { scenario } from '../harness/scenario';
import { findLeaks } from '../harness/secrets/secrets';
import { foundTerraform } from '../harness/terraform/found-terraform';
import { endpoint } from './blocks';
import { countingNode, executable, shortFolder } from './launch-scenario';

const launches = { validate: 2, plan: 3, 'apply -auto-approve': 4, 'destroy -auto-approve': 5 };

it.each([
  ['with logs, as many processes', { TF_LOG: 'INFO' }, launches],
  [
    'without, one serves all up to the last change',
    {},
    { validate: 1, plan: 1, 'apply -auto-approve': 1, 'destroy -auto-approve': 2 },
  ],
])('Terraform launches the provider 2 to 5 times a command: %s', async (_, logging, expected) => {
  const node = await countingNode();
  const s = await scenario({
    environment: { TMPDIR: shortFolder('launches-'), SVC_NODE: node.path, ...logging },
  });
  const variables = { TF_VAR_signing: await s.plantSecret('signing') };
  await s.configure(endpoint('a'));
  const starts: Record<string, number> = {};
  for (const command of Object.keys(launches)) {
    starts[command] = await node.startsDuring(() => s.workspace.run(command.split(' '), variables));
  }
  expect(starts, 'starts of Node.js during each command of Terraform').toEqual(expected);
});

it('between the plan and the apply of a command, the process holds nothing that the plan has read', async ({
  skip,
}) => {
  skip(process.platform !== 'linux', 'each launch has its own process there');
  const folder = shortFolder('heap-');
  const [node, terraform, answer] = [join(folder, 'node'), join(folder, 'terraform'), join(folder, 'answer')];
  // On a signal, V8 writes all objects that anything in the process still holds.
  const flags = `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir='${folder}'`;
  await executable(node, `echo $$ > '${folder}/pid'; exec '${process.execPath}' ${flags} "$@"`);
  const { path } = await foundTerraform();
  await executable(terraform, `(until [ -e '${answer}' ]; do sleep 0.1; done; echo yes) | '${path}' "$@"`);
  await writeFile(answer, '');
  const environment = { SVC_NODE: node, TF_INPUT: '1' };
  const s = await scenario({ binary: terraform, environment });
  const secret = await s.plantSecret('signing');
  await s.startFrom(endpoint('a', { path: 'seen-by-the-plan' }));
  await rm(answer);
  await s.configure(endpoint('a', { path: 'seen-by-the-plan', event: 'incident.created' }));
  const applying = s.start('apply', '-no-color');
  await expect.poll(() => applying.output).toContain('Enter a value');
  process.kill(Number(await readFile(join(folder, 'pid'), 'utf8')), 'SIGUSR2');
  const heap = await snapshotIn(folder);
  await writeFile(answer, '');
  expect((await applying.finished).stdout).toContain('1 changed');
  // Otherwise this proves nothing.
  expect(heap).toContain('/v1/webhooks');
  const { strings }: { strings: string[] } = JSON.parse(heap);
  expect(strings.filter(text => /seen-by-the-plan|wh_\w{9}/.test(text))).toEqual([]);
  const values = [secret, s.platform.key].map((value, index) => ({ name: `secret ${index}`, value }));
  expect(findLeaks('the heap', heap, values)).toEqual([]);
});

function snapshotIn(folder: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const [name = ''] = (await readdir(folder)).filter(name => name.endsWith('.heapsnapshot'));
      const text = await readFile(join(folder, name), 'utf8');
      JSON.parse(text);
      return text;
    },
    { timeout: 20_000 },
  );
}
