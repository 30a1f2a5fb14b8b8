import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inspect, isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Sandbox, startSandbox } from '../../src/sandbox';
import { terraformOrPinned } from '../pinned-terraform';
import { demoProject, type Project } from './project';

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

interface Stage {
  readonly controls: Sandbox['controls'];
  readonly project: Project;
}

const steps: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'Deploy examples/typescript with cdktf': deploy,
  "Behind Terraform's back: change one endpoint, delete another, and let the third degrade": meddle,
  'cdktf diff shows what happened': seeDrift,
  'Report that plan as a reviewer gets it': reportPlan,
  'One deploy repairs it': heal,
  'cdktf diff shows no changes': seeNothing,
  Destroy: destroy,
};

/** The main use case: declare, deploy, see drift, repair, destroy. @throws if a step fails, with its name */
export async function tellStory(): Promise<void> {
  const terraform = await terraformOrPinned(line => console.log(line));
  console.log(`${terraform.product} ${terraform.version} (${terraform.path})`);
  const { url, key, controls, close } = await startSandbox();
  try {
    const project = demoProject({
      TERRAFORM_BINARY_NAME: terraform.path,
      SVC_BASE_URL: url,
      SVC_API_KEY: key,
      TF_VAR_signing_secret: randomBytes(32).toString('hex'),
    });
    for (const [index, [title, act]] of Object.entries(steps).entries()) {
      console.log(`\n ${index + 1}  ${title}`);
      await act({ controls, project }).catch((error: Error) => {
        throw new Error(`Step ${index + 1} failed (${title}).\n${error.message}`);
      });
    }
  } finally {
    await close();
  }
}

function check(what: string, actual: unknown, expected: unknown = true): void {
  if (!isDeepStrictEqual(actual, expected))
    throw new Error(`expected: ${what}: ${inspect(expected)}\nfound:    ${inspect(actual)}`);
  console.log(`  ✔ ${what}`);
}

/** The endpoints on the platform by the path of their address: what the stack declares of each. */
const declared = ({ controls }: Stage) =>
  Object.fromEntries(
    controls.webhooks
      .all()
      .map(({ url, events, status }) => [new URL(url).pathname, { events: events.toSorted(), status }]),
  );

const asDeclared = {
  '/alerts': { events: ['alert.created', 'alert.severity_changed'], status: 'active' },
  '/pager': { events: ['incident.created'], status: 'active' },
  '/archive': { events: ['incident.contained', 'incident.created'], status: 'active' },
};

const idOf = ({ controls }: Stage, path: string) =>
  controls.webhooks.all().find(({ url }) => url.endsWith(path))?.id ?? '';

async function deploy(stage: Stage): Promise<void> {
  await stage.project.cdktf(['deploy', '--auto-approve'], / complete/);
  check('the platform has the three endpoints as declared', declared(stage), asDeclared);
  const keys = stage.controls.apiKeys.all().map(({ name, scopes }) => ({ name, scopes: scopes.toSorted() }));
  const dashboard = { name: 'dashboard', scopes: ['alerts:read', 'incident:read'] };
  check('the platform has one API key, with two scopes', keys, [dashboard]);
}

async function meddle(stage: Stage): Promise<void> {
  const { webhooks, clock } = stage.controls;
  // A minute passes: of a new object that no read shows, each plan would ask for ten seconds.
  await clock.advance(61_000);
  webhooks.update(idOf(stage, '/alerts'), { events: ['alert.created'] });
  webhooks.update(idOf(stage, '/pager'), { status: 'degraded' });
  check('/archive is deleted', webhooks.delete(idOf(stage, '/archive')));
}

async function seeDrift({ project }: Stage): Promise<void> {
  const output = await project.cdktf(['diff'], /./);
  check('the provider warns before it replaces /pager', /Warning: .*is replaced.*degraded/.test(output));
  const planned = [...output.matchAll(/# svc_webhook_endpoint\.(\w+) \(\w+\) (?:will|must) be (\w+)/g)];
  check(
    'the plan updates /alerts, registers /archive, replaces /pager, and nothing else',
    [
      planned.map(([, ...words]) => words.join(' ')),
      output.includes('Plan: 2 to add, 1 to change, 1 to destroy.'),
    ],
    [['alerts updated', 'archive created', 'pager replaced'], true],
  );
}

/** Writes the page of the last plan with the real command, and checks the risks that it names. */
async function reportPlan({ project }: Stage): Promise<void> {
  mkdirSync(dirname(reportFile), { recursive: true });
  const report = z.object({ risks: z.array(z.object({ name: z.string() })) });
  const printed = await project.report('--format', 'json', '--html', reportFile);
  const { risks } = report.parse(JSON.parse(printed));
  const names = [...new Set(risks.map(({ name }) => name))].sort();
  const happened = ['drift', 'endpoint-added', 'endpoint-replaced', 'events-added'];
  check('its risks are what happened to the endpoints', names, happened);
  console.log(`    the page is ${reportFile}`);
}

async function heal(stage: Stage): Promise<void> {
  const before = idOf(stage, '/pager');
  await stage.project.cdktf(['deploy', '--auto-approve'], / complete/);
  check('the platform is as declared again', declared(stage), asDeclared);
  check('/pager is a new registration', idOf(stage, '/pager') !== before);
}

async function seeNothing({ project }: Stage): Promise<void> {
  check('it says "No changes"', (await project.cdktf(['diff'], /No changes/)).includes('No changes.'));
}

async function destroy({ project, controls }: Stage): Promise<void> {
  await project.cdktf(['destroy', '--auto-approve'], / complete/);
  check('the platform has nothing', [...controls.webhooks.all(), ...controls.apiKeys.all()], []);
}
