import type {
  Explanation,
  Occasion,
  ProviderDefinition,
  ResourceDefinition,
  Warning,
} from '../../define/definition';
import type { Log } from '../../log';
import type { Diagnostic } from '../../protocol/gen/protocol';
import { isWhollyKnown, type RawObject } from '../../values/raw';
import { toPlainObject, toPlannedObject } from '../../values/to-plain';
import { Secrets } from './secrets';
import { WalkOutcome } from './walk-outcome';

/**
 * The memory of one launch between calls. Terraform launches the provider for each walk (plan, apply, …), and for each
 * configured alias.
 */
export class Session<Client> {
  /** Undefined until configured, and while any part of the provider's configuration is unknown. */
  client: Client | undefined;
  readonly walk = new WalkOutcome();
  /** Warnings of the client since it was configured. The next response carries them. */
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

  /** Reports a stored state that Terraform has sent. */
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

  /** Reports an object that a plan creates. Returns the warnings about it, if the provider has any to look for. */
  creationPlanned(
    definition: ResourceDefinition<Client>,
    planned: RawObject,
    isReplacement: boolean,
  ): Promise<readonly Warning[]> | undefined {
    if (this.client === undefined) return undefined;
    return this.provider.creationPlanned?.(this.client, {
      resource: definition.name,
      values: toPlannedObject(definition.attributes, name => planned[name] ?? null),
      isKnown: name => isWhollyKnown(planned[name] ?? null),
      isReplacement,
    });
  }

  /**
   * Reports the end of the launch. The process exits next, or serves another launch. Do no asynchronous work here. Returns
   * true if Terraform may start another launch: after a plan with changes, it applies them.
   *
   * @param isShutDown true if Terraform has requested the end, and waits for no response
   */
  leave(isShutDown: boolean): boolean {
    const isOrderly = isShutDown && !this.signal.aborted;
    // Requests in the background would go on during the next launch.
    this.stop();
    if (this.client === undefined) return true;
    const { hasPlanned, hasChanged, hasFailed } = this.walk;
    this.provider.leaving?.(this.client, { isOrderly, hasChanged, hasFailed });
    return hasPlanned && !hasChanged;
  }

  explain(error: unknown, occasion: Occasion): Explanation {
    return this.provider.explain(error, occasion);
  }

  /** Returns true on the first call with this summary. A failure that all objects share is thus reported once. */
  isFirstMention(summary: string): boolean {
    if (this.mentioned.has(summary)) return false;
    this.mentioned.add(summary);
    return true;
  }
}
