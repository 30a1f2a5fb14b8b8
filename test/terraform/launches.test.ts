import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scenario, withoutLogs } from '../harness/scenario';

/** A Node that counts how often it is started. */
async function countingNode() {
  const folder = await mkdtemp(join(tmpdir(), 'counting-node-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [path, tally] = [join(folder, 'node'), join(folder, 'tally')];
  await writeFile(tally, '');
  await writeFile(path, `#!/bin/sh\necho started >> '${tally}'\nexec '${process.execPath}' "$@"\n`);
  await chmod(path, 0o755);
  const startsDuring = async (work: () => Promise<unknown>) => {
    const before = (await readFile(tally, 'utf8')).length;
    await work();
    return ((await readFile(tally, 'utf8')).length - before) / 'started\n'.length;
  };
  return { path, startsDuring };
}

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
  const s = await scenario({ environment: { SVC_NODE: node.path, ...logging } });
  const variables = { TF_VAR_signing: await s.plantSecret('signing') };
  await s.configure(
    'resource "svc_webhook_endpoint" "a" {\n  url    = "https://a.example/hook"\n' +
      '  events = ["alert.created"]\n  secret = var.signing\n}\n',
  );
  const starts: Record<string, number> = {};
  for (const command of Object.keys(launches)) {
    starts[command] = await node.startsDuring(() => s.workspace.run(command.split(' '), variables));
  }
  expect(starts).toEqual(expected);
});
