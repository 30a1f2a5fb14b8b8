import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox, SandboxControls } from '../../../src/sandbox';
import { checkInvariants, InvariantBroken, sayLeak } from '../invariants';
import { managedObjects } from '../invariants/managed-objects';
import type { Evidence } from '../secrets/evidence';
import { exposedInState } from '../secrets/exposed';
import type { Secret } from '../secrets/secrets';
import { makePlan, type Plan } from '../terraform/plan';
import { parsePulledState } from '../terraform/pulled-state';
import { failureOf } from '../terraform/terraform-failed';
import type { TerraformState } from '../terraform/terraform-json';
import type { Workspace } from '../terraform/workspace';

export interface Watched {
  readonly workspace: Workspace;
  readonly platform: Sandbox;
  readonly evidence: Evidence;
  readonly planted: readonly Secret[];
}

/** The watch's own commands have no logs, also where a test says `withLogs`: their launches share a process. */
const withoutLogs = { TF_LOG: '' };

/** Observes Terraform and the platform, and collects the secrets that must not appear. */
export class Watch {
  /** Ids of objects that Terraform did not create: from the seed, or created by the test. */
  readonly strangers = new Set<string>();
  /** Ids of objects whose secrets no state has. */
  readonly unread: Set<string>;
  readonly #secrets = new Map<string, Secret>();

  constructor(private readonly watched: Watched) {
    for (const id of this.#present()) this.strangers.add(id);
    this.unread = new Set(this.strangers);
  }

  /** A secret that the platform received or issued stays a secret after its removal. */
  rememberSecrets(): void {
    for (const secret of secretsOn(this.watched.platform)) this.#secrets.set(secret.value, secret);
  }

  /** Runs a change of the platform. Objects created by it do not count as orphans. */
  async during<Result>(change: (api: SandboxControls) => Result | Promise<Result>): Promise<Result> {
    // Collect secrets first: a log that is searched later may contain a secret that the change removes.
    this.rememberSecrets();
    const before = new Set(this.#present());
    const { controls } = this.watched.platform;
    // What others do happens to no object that was just made: of such a one, each refresh waits for late reads.
    await controls.clock.advance(61_000);
    const result = await change(controls);
    const made = this.#present().filter(id => !before.has(id));
    for (const ids of [this.strangers, this.unread]) for (const id of made) ids.add(id);
    return result;
  }

  /** @throws {InvariantBroken} */
  async afterApply(
    variables: Readonly<Record<string, string>>,
  ): Promise<{ next: Plan; state: TerraformState }> {
    const [next, state] = await Promise.all([this.#nextPlan(variables), this.state()]);
    checkInvariants({ ...(await this.#observed()), next, state });
    return { next, state };
  }

  /** No plan here: it would create everything again. */
  async afterDestroy(): Promise<TerraformState> {
    const state = await this.state();
    checkInvariants({ ...(await this.#observed()), next: undefined, state });
    return state;
  }

  async state(): Promise<TerraformState> {
    const { workspace, evidence } = this.watched;
    const local = await readFile(join(workspace.root, 'terraform.tfstate'), 'utf8').catch(() => '');
    // Such a file is what `state pull` prints. Another one is encrypted, torn, or a backend has the state.
    const state = parsePulledState(/^\{\s*"version": 4,/.test(local) ? local : await this.#pulled());
    evidence.add('the state as JSON', exposedInState(state));
    return state;
  }

  async #pulled(): Promise<string> {
    const pulled = await this.watched.workspace.run(['state', 'pull'], withoutLogs, { holdsState: true });
    if (pulled.code !== 0) throw failureOf(pulled);
    return pulled.stdout;
  }

  /** Searches the output since the last observation, and then checks that nothing is left over. */
  async end(): Promise<void> {
    const { leaks } = await this.#observed();
    const left = await this.watched.workspace.dispose();
    await this.watched.platform.close();
    if (leaks.length > 0) throw new InvariantBroken({ nothingLeaked: leaks.map(sayLeak) });
    if (left.length > 0) throw new Error(`The scenario left behind: ${left.join(', ')}`);
  }

  async #observed() {
    await this.watched.workspace.surrenderLogs();
    this.rememberSecrets();
    const leaks = this.watched.evidence.search([...this.watched.planted, ...this.#secrets.values()]);
    return {
      platform: this.watched.platform.controls,
      dialect: this.watched.platform.dialect,
      strangers: this.strangers,
      unread: this.unread,
      leaks,
    };
  }

  #nextPlan(variables: Readonly<Record<string, string>>): Promise<Plan> {
    const { workspace, evidence } = this.watched;
    const environment = { ...variables, ...withoutLogs };
    return makePlan({ workspace, evidence, variables: environment, file: 'next.tfplan', showsText: true });
  }

  #present(): readonly string[] {
    return managedObjects(this.watched.platform.controls).map(({ id }) => id);
  }
}

function secretsOn({ key, controls }: Sandbox): readonly Secret[] {
  const held = managedObjects(controls).flatMap(({ secrets }) => secrets);
  return [{ name: "the provider's key", value: key }, ...held];
}
