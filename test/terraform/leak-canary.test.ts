import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Scenario, scenario, withLogs } from '../harness/scenario';
import { findLeaks, type Secret } from '../harness/secrets/secrets';
import { foundTerraform } from '../harness/terraform/found-terraform';
import { needFeature } from '../harness/terraform/needed-feature';
import { signalProcess } from '../harness/terraform/terraform-process';
import { endpoint, key } from './blocks';
import { searchFiles } from './canary/file-search';
import { removeSocketsOfTheKilled } from './faults/killed-sockets';
import { person } from './person';

const configuration = (event: string, more = '') => `
${endpoint('stored', { event })}
resource "svc_webhook_endpoint" "unstored" {
  url               = "https://receiver.example/unstored"
  events            = ["${event}"]
  secret_wo         = var.unstored
  secret_wo_version = 1
}
${key('issued')}
output "key" {
  value     = svc_api_key.issued.key
  sensitive = true
}
${more}`;

const imported = endpoint('imported', { secret: 'former' });

/** Holds an apply open at its first update, does something to it, and lets the platform answer again. */
async function inMidApply(
  s: Scenario,
  variables: Readonly<Record<string, string>>,
  deed: (running: ReturnType<Scenario['start']>) => Promise<void>,
) {
  const { faults, requests } = s.platform.controls;
  faults.add({ operation: 'webhooks.update', effect: { kind: 'hang-before' } });
  requests.clear();
  const running = s.workspace.start(['apply', '-auto-approve', '-no-color'], variables);
  await requests.arrived('webhooks.update');
  await deed(running);
  faults.clear();
  return running.finished;
}

describe('the leak canary', () => {
  it('a complete life with errors and crashes leaves no secret outside its documented places', async context => {
    await needFeature('write-only arguments', context);
    const s = await scenario({ environment: withLogs });
    const signing = await s.plantSecret('signing');
    const former = await s.plantSecret('former');
    const unstoredValue = await s.plantSecret('unstored', { ephemeral: true });
    const variables = { TF_VAR_signing: signing, TF_VAR_former: former, TF_VAR_unstored: unstoredValue };
    const { controls, key: ownKey } = s.platform;

    await s.apply(configuration('alert.created'));
    const issued = controls.apiKeys.all().map(({ id }) => String(controls.apiKeys.stored(id)?.key));
    expect(issued).toHaveLength(1);

    // Drift, and a platform that echoes what it was sent. Of another object it echoes nothing: the process of an apply
    // may not know that secret yet.
    const isUnstored = ({ url }: { url: string }) => url.endsWith('/unstored');
    const first = controls.webhooks.all().find(endpoint => !isUnstored(endpoint));
    await s.behindTheBack(api => api.webhooks.update(String(first?.id), { url: 'https://other.example/' }));
    const echo = (secret: string) => {
      const error = { code: 'invalid', message: `${secret} ${ownKey}`, fields: { secret } };
      return { effect: { kind: 'status', status: 422, body: { error } }, times: 9 } as const;
    };
    for (const { id, url } of controls.webhooks.all()) {
      const secret = isUnstored({ url }) ? unstoredValue : signing;
      controls.faults.add({ operation: 'webhooks.update', id, ...echo(secret) });
    }
    controls.faults.add({ operation: 'apiKeys.update', ...echo(ownKey) });
    await s.expectError(configuration('incident.created'), /\[redacted\]/);
    controls.faults.clear();

    // Interrupted, killed, and panicking in the middle of an apply.
    const aborted = await inMidApply(s, variables, async running => {
      running.kill('SIGINT');
      await expect.poll(() => running.output).toContain('Interrupt received');
    });
    expect(aborted.code).not.toBe(0);
    await s.configure(configuration('incident.contained'));
    const killed = await inMidApply(s, variables, async running => {
      for (const pid of await running.providers()) signalProcess(pid, 'SIGKILL');
    });
    expect(killed.stderr + killed.stdout).toContain('plugin');
    await removeSocketsOfTheKilled(s);
    const preload = `--require=${resolve('test/terraform/canary/panic.cjs')}`;
    const replace = ['apply', '-auto-approve', '-replace=svc_webhook_endpoint.stored'];
    const panicked = await s.workspace.run(replace, { ...variables, SVC_NODE_OPTIONS: preload });
    // OpenTofu 1.12 shows no panic of any provider: its log alone has it (docs/installing.md).
    const { product } = await foundTerraform();
    expect(panicked.stderr + panicked.stdout).toContain(
      product === 'tofu' ? 'Plugin did not respond' : 'panic: SyntaxError',
    );
    expect(await s.logs()).toContain('panic: SyntaxError');

    // Import, beside what the crashes have left behind; then the end.
    const found = { url: 'https://receiver.example/imported', events: ['alert.created'], secret: former };
    const { id } = await s.behindTheBack(api => api.webhooks.create(found));
    await s.configure(configuration('alert.created', imported));
    const done = await s.terraform('import', '-no-color', 'svc_webhook_endpoint.imported', id);
    expect(done.code).toBe(0);
    expect((await s.terraform('apply', '-auto-approve', '-no-color')).code).toBe(0);

    const stored = [signing, former, ...issued].map((value, index) => named(`stored ${index}`, value));
    const unstored = [named('unstored', unstoredValue), named("the provider's key", ownKey)];
    expect(await searchFiles(s.workspace.directory, { stored, unstored })).toEqual([]);
    // The canary was where the secrets are: they do stand in what Terraform keeps.
    const kept = sources(await searchFiles(s.workspace.directory, { stored: [], unstored: stored }));
    for (const file of ['terraform.tfstate', 'terraform.tfstate.backup', 'scenario.tfplan!tfplan']) {
      expect(kept).toContain(`work/${file}`);
    }
    // Nor is it blind elsewhere: a state with a secret in an address is found.
    const state = await readFile(join(s.workspace.root, 'terraform.tfstate'), 'utf8');
    const leaking = state.replace(found.url, JSON.stringify(former).slice(1, -1));
    await s.workspace.write('leaking.tfstate', leaking);
    const leaks = await searchFiles(s.workspace.directory, { stored, unstored });
    expect(new Set(sources(leaks))).toEqual(new Set(['work/leaking.tfstate']));
    await rm(join(s.workspace.root, 'leaking.tfstate'));
    expect((await s.terraform('destroy', '-auto-approve', '-no-color')).code).toBe(0);
    expect(await searchFiles(s.workspace.directory, { stored, unstored })).toEqual([]);
    // What the processes said is searched when the scenario ends.
  });

  it('a login that is renewed and then refused leaves its tokens only in its own file', async () => {
    const { s, home, logIn, remember, tokens } = await person(withLogs);
    const { faults, clock } = s.platform.controls;
    const echo = (text = '') => ({ error: 'invalid_grant', error_description: text, message: text });
    const said: string[] = [];
    const apply = async (event: string) => {
      await s.configure(endpoint('a', { event }));
      const { code, stdout, stderr } = await s.terraform('apply', '-auto-approve', '-no-color');
      said.push(stdout, stderr);
      await remember();
      return { code, stderr };
    };
    await logIn();
    expect(await apply('alert.created')).toMatchObject({ code: 0 });

    // A platform, and then an authorization server, that echo what they were sent.
    const [access] = tokens;
    const body = { error: echo(access) };
    faults.add({ operation: 'webhooks.update', effect: { kind: 'status', status: 422, body } });
    expect((await apply('incident.created')).stderr).toContain('[redacted]');
    await clock.advance(3_600_000);
    expect(await apply('incident.created')).toMatchObject({ code: 0 });
    expect(tokens.size).toBe(4);
    await clock.advance(3_600_000);
    const refusal = echo([...tokens].at(-1));
    faults.add({ operation: 'oauth.token', effect: { kind: 'status', status: 400, body: refusal } });
    expect((await apply('alert.created')).stderr).toContain('Login needed');

    const unstored = [...tokens].map((token, index) => named(`token ${index}`, token));
    const logs = await s.logs();
    expect(logs).toContain('svc_webhook_endpoint');
    expect(findLeaks('what the processes said', [...said, logs].join('\n'), unstored)).toEqual([]);
    expect(await searchFiles(s.workspace.directory, { stored: [], unstored })).toEqual([]);
    // The canary was where the tokens are.
    expect(sources(await searchFiles(home, { stored: [], unstored }))).toContain(
      'cdktf-provider-svc/credentials.json',
    );
    await logIn();
    await s.destroy();
  });
});

const named = (name: string, value: string): Secret => ({ name, value });
const sources = (leaks: readonly { readonly source: string }[]) => leaks.map(({ source }) => source);
