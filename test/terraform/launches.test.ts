import { expect, it } from 'vitest';
import { scenario, withoutLogs } from '../harness/scenario';
import { endpoint } from './blocks';
import { countingNode } from './counting-node';
import { temporaryFolder } from './pid-namespace';

const launches = { validate: 2, plan: 3, 'apply -auto-approve': 4, 'destroy -auto-approve': 5 };

it.each([
  ['with logs, as many processes', { TF_LOG: 'INFO' }, launches],
  [
    'without, one serves all up to the first that is configured',
    withoutLogs,
    { validate: 1, plan: 1, 'apply -auto-approve': 2, 'destroy -auto-approve': 3 },
  ],
])('Terraform launches the provider 2 to 5 times a command: %s', async (_, logging, expected) => {
  const node = await countingNode();
  const s = await scenario({
    environment: { TMPDIR: await temporaryFolder('launches-'), SVC_NODE: node.path, ...logging },
  });
  const variables = { TF_VAR_signing: await s.plantSecret('signing') };
  await s.configure(endpoint('a'));
  const starts: Record<string, number> = {};
  for (const command of Object.keys(launches)) {
    starts[command] = await node.startsDuring(() => s.workspace.run(command.split(' '), variables));
  }
  expect(starts).toEqual(expected);
});
