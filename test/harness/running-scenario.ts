import type { Sandbox, SandboxControls } from '../../src/sandbox';
import type { Evidence } from './evidence';
import { isWholeRun } from './extent';
import type { LogLine } from './log-lines';
import { makePlan, type Plan } from './plan';
import { PlantedSecrets } from './planted-secrets';
import { failureOf, TerraformFailed } from './terraform-failed';
import { type Diagnostic, diagnosticsIn, type TerraformState } from './terraform-json';
import type { Finished, TerraformProcess } from './terraform-process';
import { assertWarnings, type ExpectedWarnings } from './warnings';
import { Watch } from './watch';
import type { Workspace } from './workspace';

export interface PlanOptions {
  /** Values of root variables, handed over as TF_VAR_…; they stay for the commands that follow. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** For example `-refresh=false` or `-target=…`. */
  readonly flags?: readonly string[];
  /** File to save the plan in, for a test that holds several. */
  readonly file?: string;
}

export interface ApplyOptions extends PlanOptions {
  /** One pattern for each warning that plan, apply and the plan after it may give; none unless given. */
  readonly warnings?: ExpectedWarnings;
}

export interface Applied {
  /** The plan that was applied. */
  readonly plan: Plan;
  /** The plan that Terraform makes afterwards. */
  readonly next: Plan;
  readonly state: TerraformState;
  readonly warnings: readonly Diagnostic[];
}

/** One test's Terraform and platform. Make it with `scenario()`. */
export class Scenario {
  readonly #planted: PlantedSecrets;
  readonly #watch: Watch;
  #variables: Record<string, string> = {};
  #planShown = false;

  constructor(
    readonly workspace: Workspace,
    readonly platform: Sandbox,
    private readonly evidence: Evidence,
  ) {
    this.#planted = new PlantedSecrets(workspace);
    this.#watch = new Watch(workspace, platform, evidence, this.#planted.all);
  }

  /** Replaces the configuration; the provider's block is there already. */
  async configure(configuration: string, variables: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.workspace.write('main.tf', configuration);
    for (const [name, value] of Object.entries(variables)) {
      this.#variables[`TF_VAR_${name}`] = typeof value === 'string' ? value : JSON.stringify(value);
    }
  }

  /** @throws {TerraformFailed} */
  async plan(configuration?: string, options: PlanOptions = {}): Promise<Plan> {
    if (configuration !== undefined) await this.configure(configuration, options.variables);
    const { workspace, evidence } = this;
    // As with the state's text: later plans are read as JSON alone, which says all that the text does.
    const showsText = isWholeRun || !this.#planShown;
    const plan = await makePlan({ ...options, workspace, evidence, variables: this.#variables, showsText });
    if (!plan.isEmpty) this.#planShown = true;
    return plan;
  }

  /** Plans and applies, then looks whether all invariants hold. Without a configuration, the last one again. */
  async apply(configuration?: string, options: ApplyOptions = {}): Promise<Applied> {
    return this.applyPlan(await this.plan(configuration, options), options);
  }

  /** Applies a plan made before, maybe long before. */
  async applyPlan(plan: Plan, { warnings: expected = [] }: ApplyOptions = {}): Promise<Applied> {
    const applied = await this.#succeed(['apply', '-json', plan.file]);
    const { next, state } = await this.#watch.afterApply(this.#variables);
    const warnings = [...plan.warnings, ...diagnosticsIn(applied.stdout), ...next.warnings];
    assertWarnings(warnings, expected);
    return { plan, next, state, warnings };
  }

  /** Destroys all that the state knows, and looks that nothing of it is left on the platform. */
  async destroy({ warnings = [], ...options }: ApplyOptions = {}): Promise<void> {
    const plan = await this.plan(undefined, { ...options, flags: ['-destroy', ...(options.flags ?? [])] });
    const applied = await this.#succeed(['apply', '-json', plan.file]);
    const state = await this.#watch.afterDestroy();
    assertWarnings([...plan.warnings, ...diagnosticsIn(applied.stdout)], warnings);
    const left = state.resources.filter(({ mode }) => mode === 'managed').map(({ address }) => address);
    if (left.length > 0 && options.flags === undefined) throw new Error(`Not destroyed: ${left.join(', ')}`);
  }

  /** Brings an object under Terraform's care; the configuration must have its block. */
  async import(address: string, id: string): Promise<TerraformState> {
    await this.#succeed(['import', '-no-color', address, id]);
    this.#watch.strangers.delete(id);
    return this.state();
  }

  /** Plans, and applies where the plan succeeds: one of them must fail with an error that says so. */
  async expectError(
    configuration: string,
    saying: RegExp,
    options: PlanOptions = {},
  ): Promise<TerraformFailed> {
    try {
      const plan = await this.plan(configuration, options);
      await this.#succeed(['apply', '-json', plan.file]);
    } catch (error) {
      if (!(error instanceof TerraformFailed) || !saying.test(error.message)) throw error;
      return error;
    }
    throw new Error(`An error that says ${saying} was expected, and all went well.`);
  }

  state(): Promise<TerraformState> {
    return this.#watch.state();
  }

  /** Changes the platform as a person or another program would; what that creates is nobody's orphan. */
  behindTheBack<Result>(change: (api: SandboxControls) => Result | Promise<Result>): Promise<Result> {
    return this.#watch.during(change);
  }

  /** From now on this object on the platform is nobody's orphan: the test wants it to be left behind. */
  disown(id: string): void {
    this.#watch.strangers.add(id);
  }

  /** Makes a secret and declares it as the sensitive variable of that name (`var.NAME`). */
  async plantSecret(name: string, { ephemeral = false } = {}): Promise<string> {
    const value = await this.#planted.plant(name, ephemeral);
    this.#variables[`TF_VAR_${name}`] = value;
    return value;
  }

  /** Runs any other command; what it says is searched for secrets like all else. */
  terraform(...parameters: readonly string[]): Promise<Finished> {
    return this.start(...parameters).finished;
  }

  /** Starts a command without waiting, for tests that kill it. */
  start(...parameters: readonly string[]): TerraformProcess {
    return this.workspace.start(parameters, this.#variables);
  }

  /** What Terraform and its providers have logged so far. */
  logs(): Promise<readonly LogLine[]> {
    return this.workspace.logs();
  }

  /** Looks whether all invariants hold now, as `apply` does unasked. */
  async checkInvariants(): Promise<void> {
    await this.#watch.afterApply(this.#variables);
  }

  /** Called when the test has finished. */
  end(): Promise<void> {
    return this.#watch.end();
  }

  async #succeed(parameters: readonly string[]): Promise<Finished> {
    const finished = await this.terraform(...parameters);
    if (finished.code !== 0) throw failureOf(finished);
    return finished;
  }
}
