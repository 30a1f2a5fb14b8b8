import type { Explanation, Occasion, ProviderDefinition, ResourceDefinition } from '../define/definition';
import type { Log } from '../log';
import type { Diagnostic } from '../protocol/gen/protocol';
import { isWhollyKnown, type RawObject } from '../values/raw';
import { toPlainObject, toPlannedObject } from '../values/to-plain';
import { Secrets } from './secrets';
import { WalkOutcome } from './walk-outcome';

/**
 * What one process of the provider remembers between calls. Terraform starts a process for each walk (plan,
 * apply, …), and each configured alias has its own.
 */
export class Session<Client> {
  /** Undefined until configured, and while the provider's configuration is not wholly known. */
  client: Client | undefined;
  /** Whether it was told how, even where that was not wholly known. */
  isConfigured = false;
  readonly walk = new WalkOutcome();
  private isShutDown = false;
  /** What the client has said since it was configured; the next answer takes it along. */
  readonly lateWarnings: Diagnostic[] = [];
  readonly secrets: Secrets<Client>;
  private readonly stopping = new AbortController();
  private readonly mentioned = new Set<string>();

  constructor(
    readonly provider: ProviderDefinition<Client>,
    readonly environment: Readonly<Record<string, string | undefined>>,
    readonly now: () => number,
    readonly log: Log,
  ) {
    this.secrets = new Secrets(provider);
  }

  /** Aborted once Terraform asks to stop. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  stop(): void {
    this.stopping.abort();
  }

  /** Terraform showed a stored state. */
  seen(definition: ResourceDefinition<Client>, state: RawObject): void {
    if (this.client === undefined) return;
    this.provider.stateSeen?.(this.client, {
      resource: definition.name,
      identity: state[definition.importBy],
      values: () => toPlainObject(definition.attributes, state),
    });
  }

  importBegan(definition: ResourceDefinition<Client>, identity: string): void {
    if (this.client === undefined) return;
    this.provider.importBegan?.(this.client, { resource: definition.name, identity });
  }

  /** A plan creates an object. */
  creationPlanned(definition: ResourceDefinition<Client>, planned: RawObject): void {
    if (this.client === undefined) return;
    this.provider.creationPlanned?.(this.client, {
      resource: definition.name,
      values: toPlannedObject(definition.attributes, name => planned[name] ?? null),
      isKnown: name => isWhollyKnown(planned[name] ?? null),
    });
  }

  /** Terraform has asked for the end, and waits for no answer. */
  shutDown(): void {
    this.isShutDown = true;
  }

  /** The process exits next. Do no asynchronous work here. */
  leave(): void {
    if (this.client === undefined) return;
    const { hasChanged, hasFailed } = this.walk;
    const isOrderly = this.isShutDown && !this.signal.aborted;
    this.provider.leaving?.(this.client, { isOrderly, hasChanged, hasFailed });
  }

  explain(error: unknown, occasion: Occasion): Explanation {
    return this.provider.explain(error, occasion);
  }

  /** True the first time this process asks, so that a failure that every object shares is said once. */
  isFirstMention(summary: string): boolean {
    if (this.mentioned.has(summary)) return false;
    this.mentioned.add(summary);
    return true;
  }
}
