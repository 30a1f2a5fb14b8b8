import type { ProviderDefinition, ResourceDefinition, SeenState, Warning } from '../../define/definition';
import type { Log } from '../../log';
import { isWhollyKnown, type RawObject } from '../../values/raw';
import { toPlainObject, toPlannedObject } from '../../values/to-plain';
import { Secrets } from './secrets';

/** The memory of one launch between calls. Each walk starts one for each provider block. */
export class Session<Client> {
  /** Undefined until configured, and while any part of the provider's configuration is unknown. */
  client: Client | undefined;
  /** True if Terraform had an object refreshed: only a walk that plans does that, and none with `-refresh=false`. */
  hasRead = false;
  /** True if a change of an object is planned. */
  hasPlanned = false;
  /** True if Terraform requested a change of an object. */
  hasChanged = false;
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
    if (this.client !== undefined) this.provider.stateSeen?.(this.client, seenState(definition, state));
  }

  /** Reports what a plan does with an object that exists: undefined deletes it. Returns a warning about that, if there is one. */
  changePlanned(
    definition: ResourceDefinition<Client>,
    state: RawObject,
    planned?: RawObject,
  ): Warning | undefined {
    if (this.client === undefined) return undefined;
    const next = planned && seenState(definition, planned);
    return this.provider.changePlanned?.(this.client, seenState(definition, state), next);
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
   * Ends the launch. The process exits next, or serves another one. Do no asynchronous work here. Returns true if Terraform
   * may start another launch: after a plan with changes, it applies them.
   */
  leave(): boolean {
    // Requests in the background would go on during the next launch.
    this.stop();
    if (this.client === undefined) return true;
    this.provider.close?.(this.client);
    return this.hasPlanned && !this.hasChanged;
  }

  /** Returns true on the first call with this summary. A failure that all objects share is thus reported once. */
  isFirstMention(summary: string): boolean {
    if (this.mentioned.has(summary)) return false;
    this.mentioned.add(summary);
    return true;
  }
}

function seenState<Client>({ name, attributes }: ResourceDefinition<Client>, state: RawObject): SeenState {
  return { resource: name, identity: state['id'], values: () => toPlainObject(attributes, state) };
}
