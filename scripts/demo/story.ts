import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { contract } from '../../src/client/contract/operations';
import { plannedActions, run, warningsIn } from './cdktf-commands';
import { deliverSigned, refuseForged } from './deliveries';
import type { Stage } from './stage';

/** The page stays there after the demo, so that it can be looked at. */
const reportFile = join(__dirname, '..', '..', 'dist', 'demo', 'report.html');

/** Printed at the end. The commands work in a clone of this repository. */
export const whatNext = `What to try next

  The report of the repair:    ${reportFile} (open it in a browser)
  The stack you have seen:     examples/typescript/main.ts
  The same in HCL:             examples/hcl/main.tf

  Play with it yourself. Paste the line that the first command prints, then plan, deploy, and change something:

    npm run --silent sandbox -- --background
    export TF_VAR_signing_secret=only-for-trying
    npx cdktf diff
    npx cdktf deploy
    npm run --silent sandbox -- --stop

  For a project of your own:   README.md
  To let the platform fail:    docs/sandbox.md
`;

const reportShape = z.object({ risks: z.array(z.object({ name: z.string() })) });
const listShape = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The main use case: declare, deploy, see drift, repair, destroy. */
export async function tellStory(stage: Stage): Promise<void> {
  const { narrator } = stage;
  await narrator.step('Deploy examples/typescript with cdktf', () => deploy(stage));
  await narrator.step('Deliver a signed event, which the receiver verifies', () =>
    deliverSigned(stage, 'alert.created', '/alerts'),
  );
  await narrator.step('Send the receiver two forgeries', () => refuseForged(stage));
  await narrator.step("Behind Terraform's back: change one endpoint, delete another", () => meddle(stage));
  await narrator.step('Let the third endpoint degrade: its receiver answers 500 to five attempts', () =>
    degrade(stage),
  );
  await narrator.step('cdktf diff shows what happened', () => seeDrift(stage));
  await narrator.step('Report that plan as a reviewer gets it', () => reportPlan(stage));
  await narrator.step('One deploy repairs it', () => heal(stage));
  await narrator.step('The degraded endpoint receives again', () =>
    deliverSigned(stage, 'incident.created', '/pager'),
  );
  await narrator.step('cdktf diff shows no changes', () => seeNothing(stage));
  await narrator.step('Destroy', () => destroy(stage));
}

/** Returns the endpoints on the platform by the path of their address. */
function endpoints({ sandbox, receiver }: Stage) {
  const all = sandbox.controls.webhooks.all();
  return new Map(all.map(endpoint => [endpoint.url.replace(receiver.url, ''), endpoint]));
}

function endpoint(stage: Stage, path: string) {
  const found = endpoints(stage).get(path);
  if (found === undefined) throw stage.narrator.broken(`expected: an endpoint ${path}\nfound:    none`);
  return found;
}

/** Returns the fields on the platform that the stack declares. Ids and times are the platform's own. */
function declared(stage: Stage) {
  const shown = [...endpoints(stage)].map(([path, { events, status }]) => [
    path,
    { events: events.toSorted(), status },
  ]);
  return Object.fromEntries(shown);
}

const asDeclared = {
  '/alerts': { events: ['alert.created', 'alert.severity_changed'], status: 'active' },
  '/pager': { events: ['incident.created'], status: 'active' },
  '/archive': { events: ['incident.contained', 'incident.created'], status: 'active' },
};

async function deploy(stage: Stage): Promise<void> {
  const { narrator, sandbox, signingSecret } = stage;
  await run(stage, 'deploy', '--auto-approve');
  narrator.check('the platform has the three endpoints as declared', declared(stage), asDeclared);
  const secrets = sandbox.controls.webhooks.all().map(({ id }) => sandbox.controls.webhooks.secretOf(id));
  narrator.check(
    'they sign with the secret of TF_VAR_signing_secret',
    secrets.every(secret => secret === signingSecret),
  );
  const keys = sandbox.controls.apiKeys
    .all()
    .map(({ name, scopes }) => ({ name, scopes: scopes.toSorted() }));
  const dashboard = { name: 'dashboard', scopes: ['alerts:read', 'incident:read'] };
  narrator.check('the platform has one API key, with two scopes', keys, [dashboard]);
}

async function meddle(stage: Stage): Promise<void> {
  const { narrator, sandbox } = stage;
  sandbox.controls.webhooks.update(endpoint(stage, '/alerts').id, { events: ['alert.created'] });
  narrator.say('/alerts no longer gets alert.severity_changed');
  narrator.check('/archive is deleted', sandbox.controls.webhooks.delete(endpoint(stage, '/archive').id));
}

/** Section 8 of the platform's document: waits between attempts. The fifth failure degrades the endpoint. */
async function degrade(stage: Stage): Promise<void> {
  const { narrator, sandbox, receiver } = stage;
  receiver.down.add('/pager');
  const { id } = await sandbox.controls.events.emit({ type: 'incident.created', tenant_id: 'ten_acme' });
  const waits = [5_000, 30_000, 300_000, 1_800_000];
  for (const wait of waits) await sandbox.controls.clock.advance(wait);
  const delivery = sandbox.controls.deliveries.all().find(({ event_id }) => event_id === id);
  const answers = delivery?.attempts.map(({ status }) => status);
  narrator.check(
    "five attempts within 35 minutes on the platform's clock",
    answers,
    [500, 500, 500, 500, 500],
  );
  narrator.check('/pager is degraded', endpoint(stage, '/pager').status, 'degraded');
  receiver.down.clear();
}

async function seeDrift(stage: Stage): Promise<void> {
  const { narrator, project } = stage;
  const output = await run(stage, 'diff');
  const warnings = warningsIn(output);
  narrator.say([await project.shownPlan(), ...warnings].join('\n\n'));
  narrator.check(
    'the provider warns before it replaces /pager',
    warnings.some(words => /^.*(pager|wh_)/.test(words)),
  );
  narrator.check(
    'the plan updates /alerts, registers /archive, replaces /pager, and nothing else',
    await plannedActions(stage),
    {
      'svc_webhook_endpoint.alerts': 'update',
      'svc_webhook_endpoint.archive': 'create',
      'svc_webhook_endpoint.pager': 'delete, create',
    },
  );
}

/** Writes the page of the last plan with the real command, and checks the risks that it names. */
async function reportPlan({ narrator, project }: Stage): Promise<void> {
  await mkdir(dirname(reportFile), { recursive: true });
  await project.report('--format', 'html', '--out', reportFile);
  const { risks } = reportShape.parse(JSON.parse(await project.report('--format', 'json')));
  const names = [...new Set(risks.map(({ name }) => name))].sort();
  narrator.check('its risks are what happened to the endpoints', names, [
    'drift',
    'endpoint-added',
    'endpoint-replaced',
    'events-added',
  ]);
  narrator.say(`the page is ${reportFile}`);
}

async function heal(stage: Stage): Promise<void> {
  const before = endpoint(stage, '/pager').id;
  await run(stage, 'deploy', '--auto-approve');
  stage.narrator.check('the platform is as declared again', declared(stage), asDeclared);
  stage.narrator.check('/pager is a new registration', endpoint(stage, '/pager').id !== before);
}

async function seeNothing(stage: Stage): Promise<void> {
  const output = await run(stage, 'diff');
  stage.narrator.check('it says "No changes"', output.includes('No changes.'));
  stage.narrator.check('the plan is empty', await plannedActions(stage), {});
}

async function destroy(stage: Stage): Promise<void> {
  const { narrator, sandbox } = stage;
  await run(stage, 'destroy', '--auto-approve');
  for (const list of ['webhooks.list', 'apiKeys.list'] as const) {
    const response = await fetch(`${sandbox.url}${contract[list].path}`, {
      headers: { authorization: `Bearer ${sandbox.key}` },
    });
    const { data } = listShape.parse(await response.json());
    narrator.check(`the platform's API answers ${list} with nothing`, data, []);
  }
}
