import type { Sandbox, SandboxControls } from '../../../src/sandbox';
import type { Evidence } from '../secrets/evidence';
import { makeSecret, type Secret } from '../secrets/secrets';
import { makePlan, type Plan, type SavedPlan } from '../terraform/plan';
import { failureOf, TerraformFailed } from '../terraform/terraform-failed';
import { diagnosticsIn, type TerraformState } from '../terraform/terraform-json';
import type { Finished, TerraformProcess } from '../terraform/terraform-process';
import type { Workspace } from '../terraform/workspace';
import { assertEachWarning, assertWarnings, type Expected } from './warnings';
import { Watch } from './watch';

export interface PlanOptions {
  /** Values of root variables, passed as TF_VAR_…. Later commands use them, too. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** For example `-refresh=false` or `-target=…`. */
  readonly flags?: readonly string[];
  /** File for the saved plan, for a test with several plans. */
  readonly file?: string;
}

export interface ApplyOptions extends PlanOptions, Expected {}

export interface Applied<Made extends SavedPlan = SavedPlan> {
  /** The plan that was applied. */
  readonly plan: Made;
  /** The plan that Terraform makes afterwards. */
  readonly next: Plan;
  readonly state: TerraformState;
}

/** Terraform and the platform of one test. Create it with `scenario()`. */
export class Scenario {
  /** Secrets that a test passes as sensitive variables, as recommended to users, and the declarations of these. */
  readonly #planted: Secret[] = [];
  readonly #declarations: Record<string, object> = {};
  readonly #watch: Watch;
  #variables: Record<string, string> = {};

  constructor(
    readonly workspace: Workspace,
    readonly platform: Sandbox,
    private readonly evidence: Evidence,
  ) {
    this.#watch = new Watch({ workspace, platform, evidence, planted: this.#planted });
  }

  /** Replaces the configuration, except the provider block. */
  async configure(configuration: string, variables: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.workspace.write('main.tf', configuration);
    for (const [name, value] of Object.entries(variables)) {
      this.#variables[`TF_VAR_${name}`] = typeof value === 'string' ? value : JSON.stringify(value);
    }
  }

  /** @throws {TerraformFailed} */
  async plan(configuration?: string, options: PlanOptions = {}): Promise<Plan> {
    if (configuration !== undefined) await this.configure(configuration, options.variables);
    return makePlan({ ...options, ...this.#planRequest });
  }

  /** Applies a configuration from which the test starts, in one command and without checks: the test is about what comes after it. */
  async startFrom(configuration: string, options: PlanOptions = {}): Promise<void> {
    await this.configure(configuration, options.variables);
    const applied = await this.#succeed(['apply', '-json', '-auto-approve', ...(options.flags ?? [])]);
    this.#watch.rememberSecrets();
    assertWarnings('The first apply', diagnosticsIn(applied.stdout), []);
  }

  /** Plans and applies, then checks all invariants. Without a configuration, it uses the last one. */
  async apply(configuration?: string, options: ApplyOptions = {}): Promise<Applied> {
    if (configuration !== undefined) await this.configure(configuration, options.variables);
    const plan = await makePlan({ ...options, ...this.#planRequest, readsChanges: false });
    return this.applyPlan(plan, options);
  }

  /** The same for a caller that needs the changes in the plan. */
  async planAndApply(configuration?: string, options: ApplyOptions = {}): Promise<Applied<Plan>> {
    return this.applyPlan(await this.plan(configuration, options), options);
  }

  /** Applies an earlier plan. */
  async applyPlan<Made extends SavedPlan>(plan: Made, options: ApplyOptions = {}): Promise<Applied<Made>> {
    const applied = await this.#succeed(['apply', '-json', plan.file]);
    const { next, state } = await this.#watch.afterApply(this.#variables);
    assertEachWarning([plan.warnings, diagnosticsIn(applied.stdout), next.warnings], options);
    return { plan, next, state };
  }

  /** Destroys all objects in the state, and checks that none is left on the platform. */
  async destroy(options: ApplyOptions = {}): Promise<void> {
    const plan = await this.plan(undefined, { ...options, flags: ['-destroy', ...(options.flags ?? [])] });
    const applied = await this.#succeed(['apply', '-json', plan.file]);
    const state = await this.#watch.afterDestroy();
    assertEachWarning([plan.warnings, diagnosticsIn(applied.stdout), []], options);
    const left = state.resources.filter(({ mode }) => mode === 'managed').map(({ address }) => address);
    if (left.length > 0 && options.flags === undefined) throw new Error(`Not destroyed: ${left.join(', ')}`);
  }

  /** Plans, and applies if the plan succeeds. One of them must fail with a matching error. */
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

  /** Changes the platform without Terraform. Objects created by the change do not count as orphans. */
  behindTheBack<Result>(change: (api: SandboxControls) => Result | Promise<Result>): Promise<Result> {
    return this.#watch.during(change);
  }

  /** Excludes an object on the platform from the check for orphans: the test expects it to remain. */
  disown(id: string): void {
    this.#watch.strangers.add(id);
  }

  /** Creates a secret and declares it as the sensitive variable of that name (`var.NAME`). */
  async plantSecret(name: string, { ephemeral = false } = {}): Promise<string> {
    const secret = makeSecret(name);
    this.#planted.push(secret);
    // Terraform before 1.10 does not support `ephemeral`, so it is written only if requested.
    this.#declarations[name] = { type: 'string', sensitive: true, ...(ephemeral ? { ephemeral } : {}) };
    await this.workspace.write('planted.tf.json', JSON.stringify({ variable: this.#declarations }));
    this.#variables[`TF_VAR_${name}`] = secret.value;
    return secret.value;
  }

  /** Runs any other command. Its output is searched for secrets. */
  terraform(...parameters: readonly string[]): Promise<Finished> {
    return this.start(...parameters).finished;
  }

  /** Starts a command without waiting, for tests that kill it. */
  start(...parameters: readonly string[]): TerraformProcess {
    return this.workspace.start(parameters, this.#variables);
  }

  /** Returns the logs of Terraform and its providers so far. */
  logs(): Promise<string> {
    return this.workspace.logs();
  }

  /** Checks all invariants now, as `apply` does. */
  async checkInvariants(): Promise<void> {
    await this.#watch.afterApply(this.#variables);
  }

  /** Called after the test. */
  end(): Promise<void> {
    return this.#watch.end();
  }

  get #planRequest() {
    const { workspace, evidence } = this;
    return { workspace, evidence, variables: this.#variables };
  }

  async #succeed(parameters: readonly string[]): Promise<Finished> {
    const finished = await this.terraform(...parameters);
    if (finished.code !== 0) throw failureOf(finished);
    return finished;
  }
}
