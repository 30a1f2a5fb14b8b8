import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { startLoopbackServer } from '../../../scripts/loopback-server';
import { codeOf } from '../../cdktf/listings';
import { startPostgres } from '../../harness/programs/postgres';
import { scenario } from '../../harness/scenario';
import { needFeature } from '../../harness/terraform/needed-feature';
import type { Finished } from '../../harness/terraform/terraform-process';
import { key } from '../blocks';
import { removeSocketsOfTheKilled } from '../faults/killed-sockets';

/** What a later commit adds. It is created last. */
const pager = `resource "svc_webhook_endpoint" "pager" {
  url               = "https://hooks.example.com/pager"
  events            = ["incident.created"]
  secret_wo         = var.signing_secret
  secret_wo_version = 1
  depends_on        = [svc_webhook_endpoint.alerts, svc_api_key.dashboard]
}
`;

const isLocked = /Error acquiring the state lock/;
const lockId = /^ *ID: +(\S+)$/m;

/** The output of a command that must not fail. */
async function outputOf({ finished }: { readonly finished: Promise<Finished> }): Promise<string> {
  const { code, stdout, stderr } = await finished;
  expect(code, stdout + stderr).toBe(0);
  return stdout;
}

it('two pipelines at once: one waits for the lock, and nothing is lost or doubled; a killed one frees it', async context => {
  await needFeature('write-only arguments', context);
  const { connection } = await startPostgres(context);
  const environment = { PG_CONN_STR: connection };
  const s = await scenario({ environment, sandbox: { dialect: { idempotency: 'ignored' } } });
  const variables = { TF_VAR_signing_secret: await s.plantSecret('signing_secret') };
  const example = await readFile('examples/remote-state/main.tf', 'utf8');
  /** Begins a job of a pipeline: a fresh checkout, with what a later commit adds. */
  const job = async (more = '') => {
    const checkout = await s.workspace.another();
    onTestFinished(async () => expect(await checkout.dispose(), 'what it left behind').toEqual([]));
    await checkout.write('main.tf', example + more);
    const begin = (command: string, ...options: readonly string[]) =>
      checkout.start([command, '-no-color', ...options], variables);
    await outputOf(begin('init'));
    return Object.assign(begin, { workspace: checkout });
  };
  const [first, second, impatient] = [await job(), await job(pager), await job()];
  const { faults, requests } = s.platform.controls;
  const held = faults.add({ method: 'POST', effect: { kind: 'hang-before' } });
  const holding = first('apply', '-auto-approve');
  await held.reached;

  const refused = await impatient('apply', '-auto-approve').finished;
  expect(refused.stderr).toMatch(isLocked);
  // The lock belongs to the other's connection, so this command reports success and changes nothing.
  await outputOf(impatient('force-unlock', '-force', lockId.exec(refused.stderr)?.[1] ?? ''));
  expect((await impatient('apply', '-auto-approve').finished).stderr).toMatch(isLocked);

  const waiting = second('apply', '-auto-approve', '-lock-timeout=100s');
  await expect.poll(() => waiting.output).toContain('Acquiring state lock');
  faults.clear();
  expect(await outputOf(holding)).toContain('2 added, 0 changed, 0 destroyed');
  expect(await outputOf(waiting)).toContain('1 added, 0 changed, 0 destroyed');
  expect(requests.all().filter(({ method }) => method === 'POST')).toHaveLength(3);

  // The lock of a killed job is free at once.
  const read = faults.add({ method: 'GET', effect: { kind: 'hang-before' } });
  const killed = impatient('apply', '-auto-approve');
  await read.reached;
  await killed.killAll('SIGKILL');
  await removeSocketsOfTheKilled(impatient);
  faults.clear();
  expect(await outputOf(second('apply', '-auto-approve'))).toContain('0 added, 0 changed, 0 destroyed');

  // The invariants, from one more checkout.
  for (const name of ['provider.tf', 'planted.tf.json']) await rm(join(s.workspace.root, name));
  await s.configure(example + pager);
  await outputOf(s.start('init', '-no-color'));
  await s.checkInvariants();
});

const forge = await readFile('examples/ci/gitlab/.gitlab-ci.yml', 'utf8');
const [listing = ''] = codeOf('docs/remote-state.md', 'HTTP', 'shell');

/** A server of one state, for these credentials alone, and the calls that reached it. */
async function startStateServer(credentials: string) {
  const seen = { calls: new Set<string>(), state: Buffer.alloc(0) };
  const { url, close } = await startLoopbackServer(async (request, response) => {
    const call = `${request.method} ${request.url?.endsWith('/lock') ? 'lock' : 'state'}`;
    const body = await buffer(request);
    seen.calls.add(call);
    if (call === 'POST state') seen.state = body;
    const isKnown = request.headers.authorization === `Basic ${Buffer.from(credentials).toString('base64')}`;
    const status = call === 'GET state' && seen.state.length === 0 ? 404 : 200;
    response.writeHead(isKnown ? status : 401).end(seen.state);
  });
  onTestFinished(close);
  return { url, seen };
}

it.each([
  ['the page', [...listing.matchAll(/(TF_HTTP_\w+)=(\S+)/g)], 'ci:…'],
  ['GitLab’s file', [...forge.matchAll(/# (TF_HTTP_\w+): (\S+)/g)], 'gitlab-ci-token:$CI_JOB_TOKEN'],
])(
  'the variables of a state by HTTP, as %s has them, store and lock it',
  async (_, variables, credentials) => {
    const { url, seen } = await startStateServer(credentials);
    const own = (value: string) => value.replace(/https:\/\/state\.example\.com|\$CI_API_V4_URL/, url);
    const [[, , address = ''] = []] = variables;
    const environment = variables.map(
      ([, name = '', value = '']) => [name, own(value.replace('$TF_HTTP_ADDRESS', address))] as const,
    );
    const s = await scenario({ environment: Object.fromEntries(environment) });
    await s.workspace.write('backend.tf', 'terraform {\n  backend "http" {}\n}\n');
    await outputOf(s.start('init', '-no-color'));
    await s.apply(key('a'));
    expect(String(seen.state)).toContain('svc_api_key');
    expect([...seen.calls].sort()).toEqual(['DELETE lock', 'GET state', 'POST lock', 'POST state']);
  },
);
