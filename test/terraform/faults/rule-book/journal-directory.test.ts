import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { Ground } from './ground';

const journal = '../volume/journal';
const provider = `journal_directory = "${journal}"\nrequest_timeout = 5\nmax_retries = 1`;

/** What a CI job begins with: the configuration, and nothing that an earlier job has left beside it. */
async function checkOutAnew(ground: Ground): Promise<void> {
  const { root } = ground.s.workspace;
  for (const left of ['.terraform', '.terraform.lock.hcl', 'scenario.tfplan', 'next.tfplan'])
    await rm(join(root, left), { recursive: true, force: true });
  await ground.succeed('init', '-no-color');
}

it('a journal on a volume outlives its job: the next job, from a fresh checkout, adopts what the killed one created', async () => {
  const ground = await Ground.prepare({ kind: 'HTTP backend', journal, provider });
  await ground.s.startFrom(endpoint('kept'));
  await ground.s.configure(endpoint('kept') + endpoint('a') + key('k'));
  const [endpointId, keyId] = await ground.cutOffAfterAnswers(2);
  await checkOutAnew(ground);
  const { next } = await ground.s.apply(undefined, {
    warnings: [new RegExp(`${endpointId} will be taken over`), new RegExp(`${keyId} will be issued anew`)],
  });
  expect(next.warnings).toEqual([]);
  expect(ground.ids).toHaveLength(3);
  expect(ground.ids).toContain(endpointId);
  recordRow({
    fault: 'killed after the platform’s answer, before any state had it',
    moment: 'a CI job with `journal_directory` on a volume; then the next job, from a fresh checkout',
    outcome:
      'one apply converges: the endpoint is taken over; another key is issued, then the first is revoked',
  });
});

it('two projects share a journal: neither touches what a killed run of the other created', async () => {
  const ground = await Ground.prepare({ kind: 'HTTP backend', journal, provider });
  await ground.s.configure(endpoint('a') + key('k'));
  const left = await ground.cutOffAfterAnswers(2);
  await checkOutAnew(ground);
  const { backend } = ground;
  const other = backend?.address('other') ?? '';
  await ground.s.workspace.write(
    'backend.tf',
    `terraform {\n  backend "http" {\n    address = "${other}"\n  }\n}\n`,
  );
  await ground.succeed('init', '-reconfigure', '-no-color');
  const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color');
  for (const id of left) expect(stdout).toMatch(new RegExp(`Warning: [^\\n]*${id} is in no state`));
  expect(ground.ids).toEqual(expect.arrayContaining([...left]));
  expect(ground.ids).toHaveLength(4);
  expect(ground.controls.requests.count('apiKeys.delete')).toBe(0);
  for (const id of left) ground.s.disown(id);
  recordRow({
    fault: 'killed after the platform’s answer, before any state had it',
    moment: 'two projects share `journal_directory`, and the other one creates equal objects',
    outcome: 'nothing is touched; the apply names both',
  });
});
