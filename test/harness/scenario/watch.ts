import type { Sandbox, SandboxControls } from '../../../src/sandbox';
import { isWholeRun } from '../extent';
import { checkInvariants, InvariantBroken } from '../invariants';
import { managedObjects } from '../invariants/managed-objects';
import { sayLeak } from '../invariants/nothing-leaked';
import type { Evidence } from '../secrets/evidence';
import { exposedInState } from '../secrets/exposed';
import type { Secret } from '../secrets/secrets';
import { makePlan, type Plan } from '../terraform/plan';
import { failureOf } from '../terraform/terraform-failed';
import { parseState, type TerraformState } from '../terraform/terraform-json';
import { withoutLogs } from '../terraform/without-logs';
import type { Workspace } from '../terraform/workspace';

/**
 * Environment of the harness's own observations: without logs, so that their launches share a process as they do
 * for users. The test's own commands are logged, and the logs are searched.
 */
const lookEnvironment: Readonly<Record<string, string>> = isWholeRun ? {} : withoutLogs;

/** Observes Terraform and the platform, and collects the secrets that must not appear. */
export class Watch {
  /** Ids of objects that Terraform did not create: from the seed, or created by the test. */
  readonly strangers = new Set<string>();
  readonly #secrets = new Map<string, Secret>();
  #stateShown = false;

  constructor(
    private readonly workspace: Workspace,
    private readonly platform: Sandbox,
    private readonly evidence: Evidence,
    private readonly planted: readonly Secret[],
  ) {
    for (const id of this.#present()) this.strangers.add(id);
  }

  /** Runs a change of the platform. Objects created by it do not count as orphans. */
  async during<Result>(change: (api: SandboxControls) => Result | Promise<Result>): Promise<Result> {
    // Collect secrets first: a log that is searched later may contain a secret that the change removes.
    this.#rememberSecrets();
    const before = new Set(this.#present());
    const result = await change(this.platform.controls);
    for (const id of this.#present()) if (!before.has(id)) this.strangers.add(id);
    return result;
  }

  /** @throws {InvariantBroken} */
  async afterApply(
    variables: Readonly<Record<string, string>>,
  ): Promise<{ next: Plan; state: TerraformState }> {
    const [next, state] = await Promise.all([this.#nextPlan(variables), this.state(), this.#showStateOnce()]);
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
    const shown = await this.workspace.run(['show', '-json'], lookEnvironment, { holdsState: true });
    if (shown.code !== 0) throw failureOf(shown);
    const state = parseState(shown.stdout);
    this.evidence.add('the state as JSON', exposedInState(state));
    return state;
  }

  /** Searches the output since the last observation, and then checks that nothing is left over. */
  async end(): Promise<void> {
    const { leaks } = await this.#observed();
    const left = await this.workspace.dispose();
    await this.platform.close();
    if (leaks.length > 0) throw new InvariantBroken({ nothingLeaked: leaks.map(sayLeak) });
    if (left.length > 0) throw new Error(`The scenario left behind: ${left.join(', ')}`);
  }

  async #observed() {
    await this.workspace.surrenderLogs();
    this.#rememberSecrets();
    const leaks = this.evidence.search([...this.planted, ...this.#secrets.values()]);
    return { platform: this.platform.controls, strangers: this.strangers, leaks };
  }

  #nextPlan(variables: Readonly<Record<string, string>>): Promise<Plan> {
    const { workspace, evidence } = this;
    const environment = { ...variables, ...lookEnvironment };
    return makePlan({ workspace, evidence, variables: environment, file: 'next.tfplan', showsText: true });
  }

  /**
   * Reads the state as text only once: the JSON, which is searched after every apply, contains the same, and the
   * text costs two launches.
   */
  async #showStateOnce(): Promise<void> {
    if (this.#stateShown) return;
    this.#stateShown = true;
    const shown = await this.workspace.run(['show', '-no-color'], lookEnvironment);
    if (shown.code !== 0) throw failureOf(shown);
  }

  #present(): readonly string[] {
    return managedObjects(this.platform.controls).map(({ id }) => id);
  }

  /** A secret that the platform received or issued stays a secret after its removal. */
  #rememberSecrets(): void {
    for (const secret of secretsOn(this.platform)) this.#secrets.set(secret.value, secret);
  }
}

function secretsOn({ key, controls }: Sandbox): readonly Secret[] {
  const held = managedObjects(controls).flatMap(({ id, secrets }) =>
    secrets.map(value => ({ name: `the secret of ${id}`, value })),
  );
  return [{ name: "the provider's key", value: key }, ...held];
}
