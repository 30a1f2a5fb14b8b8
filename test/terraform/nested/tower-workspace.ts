import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { buildProvider } from '../../../scripts/build/provider';
import { Evidence } from '../../harness/secrets/evidence';
import { foundTerraform } from '../../harness/terraform/found-terraform';
import { makePlan, type Plan } from '../../harness/terraform/plan';
import { failureOf } from '../../harness/terraform/terraform-failed';
import { parseState } from '../../harness/terraform/terraform-json';
import type { Finished } from '../../harness/terraform/terraform-process';
import { withoutLogs } from '../../harness/terraform/without-logs';
import { Workspace } from '../../harness/terraform/workspace';

let built = '';

/** Builds the provider of the fixture once for a file of tests. */
export function withTower(): void {
  beforeAll(async () => {
    built = await mkdtemp(join(tmpdir(), 'tower-'));
    const entry = join(__dirname, 'fixture', 'main.ts');
    await buildProvider({ entry, version: '1.0.0', directory: built });
  });
  afterAll(() => rm(built, { recursive: true }));
}

/** Real Terraform with the fixture's provider, and a folder as its platform. */
export async function towerWorkspace() {
  const evidence = new Evidence();
  const workspace = await Workspace.create({
    binary: (await foundTerraform()).path,
    // This provider is none of the registry's packages, and needs Node.js in each run.
    environment: { ...withoutLogs, PATH: process.env['PATH'] ?? '' },
    cliConfiguration: `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(join(built, 'mirror'))}\n  }\n}\n`,
    evidence,
  });
  onTestFinished(() => workspace.dispose().then(() => undefined));
  const folder = join(workspace.directory, 'store');
  await mkdir(folder);
  await workspace.write(
    'provider.tf',
    `terraform {\n  required_providers {\n    tower = { source = "svc/svc" }\n  }\n}\nprovider "tower" {\n  store = { folder = "${folder}" }\n}\n`,
  );
  await succeeded(workspace.run(['init', '-no-color']));
  return new TowerWorkspace(workspace, evidence, folder);
}

export class TowerWorkspace {
  constructor(
    readonly workspace: Workspace,
    private readonly evidence: Evidence,
    private readonly folder: string,
  ) {}

  /** @throws {TerraformFailed} */
  async plan(configuration?: string): Promise<Plan> {
    if (configuration !== undefined) await this.workspace.write('main.tf', configuration);
    return makePlan({ workspace: this.workspace, evidence: this.evidence, variables: {}, showsText: true });
  }

  /** Plans, applies, and looks that the next plan is empty: Terraform checks each answer of the provider by itself. */
  async apply(configuration: string) {
    const plan = await this.plan(configuration);
    await succeeded(this.workspace.run(['apply', '-json', plan.file]));
    const next = await this.plan();
    if (!next.isEmpty) throw new Error(`the next plan is not empty:\n${next.text}`);
    return { plan, ...(await this.state()) };
  }

  async state() {
    const shown = await succeeded(this.workspace.run(['show', '-json'], {}, { holdsState: true }));
    const resources = parseState(shown.stdout).resources.filter(({ mode }) => mode === 'managed');
    const [first] = resources;
    return { resources, values: first?.values ?? {}, sensitive: first?.sensitive };
  }

  async validate(configuration: string): Promise<string> {
    await this.workspace.write('main.tf', configuration);
    const { stdout, stderr } = await this.workspace.run(['validate', '-no-color']);
    return stdout + stderr;
  }

  /** What the platform was sent, secrets included. */
  async sent(id: string): Promise<unknown> {
    return JSON.parse(await readFile(join(this.folder, `${id}.json`), 'utf8')).planned;
  }
}

async function succeeded(running: Promise<Finished>): Promise<Finished> {
  const finished = await running;
  if (finished.code !== 0) throw failureOf(finished);
  return finished;
}
