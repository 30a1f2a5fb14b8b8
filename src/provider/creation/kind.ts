import { createHash } from 'node:crypto';
import {
  type Collection,
  type CollectionTypes,
  type CreateOptions,
  isKind,
  type ManagedCollectionName,
} from '../../client';
import { changesOf, identifyingNames, identifyingValues } from '../../client/contract/fields';
import { collections } from '../../client/contract/operations';
import type { Warn } from '../../plugin/define/context';
import type { Warning } from '../../plugin/define/definition';
import { type LacksOperation, leftBehind } from '../unavailable-operations';

/** The types of a collection whose objects can be found again: an item may show when it was created. */
export interface CreationTypes extends CollectionTypes {
  readonly item: { readonly id: string; readonly created_at?: string };
}

/** What a resource says about its creates (decision 8). */
export interface CreationRules<Types extends CreationTypes> {
  readonly collection: ManagedCollectionName;
  /** Name of the kind in messages, such as `Webhook endpoint`. */
  readonly noun: string;
  /** Returns a short label without secrets for messages: the name of a key, the host of an endpoint. */
  labelOf(object: Types['wanted'] | Types['item']): string;
  /**
   * What happens to an object whose answer was lost. `taken over`: an update brings it to the configuration. `issued
   * again`: only the lost answer held the value, so another object is created and the first is deleted.
   */
  readonly lostAnswer: 'taken over' | 'issued again';
  /** Returns the warning if the platform cannot delete an object. @default that it is dropped from the state alone */
  leftBehind?(id: string): Warning;
  /** Returns the ids of other objects that a state of the resource names. @default none */
  alsoNames?(state: Readonly<Record<string, unknown>>): readonly string[];
  /** Never set: it carries the types. */
  readonly types?: Types;
}

/** An object of the platform, with the fields that tell two objects apart. */
export interface PlatformObject {
  readonly id: string;
  /** See `recognizedDigest`. Empty if the platform does not show all fields: the object then looks like no other. */
  readonly digest: string;
  /** As the platform shows it; see `timeOf`. */
  readonly created_at: string | undefined;
  /** A short label without secrets for messages. */
  readonly label: string;
}

/**
 * Digest of the canonical fields that identify an object. Objects with equal digests look the same. The journal stores the
 * digest, not the fields: the URL of an endpoint may carry a token of its receiver.
 */
export function recognizedDigest(
  { collection }: Pick<CreationRules<CreationTypes>, 'collection'>,
  fields: object,
): string {
  const text = JSON.stringify(identifyingValues(collections[collection].fields, fields));
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

export interface Identified {
  readonly id: string;
}

/** A kind of object that is created once: its rules, and the calls that they need. */
export class Kind {
  readonly noun: string;

  constructor(
    /** Type name of the resource. */
    readonly resource: string,
    readonly rules: CreationRules<CreationTypes>,
    private readonly objects: Collection<CreationTypes>,
    private readonly lacksOperation: LacksOperation,
  ) {
    this.noun = rules.noun;
  }

  /** Names of the attributes that are equal in two objects that look the same. */
  get recognizedBy(): readonly string[] {
    return identifyingNames(this.fields);
  }

  /** True if only the answer to a create shows the value, so that a lost one is replaced by another object. */
  get isIssuedAgain(): boolean {
    return this.rules.lostAnswer === 'issued again';
  }

  /** True if an object can be brought to the configuration. */
  get canTakeOver(): boolean {
    return !this.isIssuedAgain && !this.lacksOperation(`${this.rules.collection}.update`);
  }

  digestOf(fields: object): string {
    return recognizedDigest(this.rules, fields);
  }

  /** Reads the collection again, page by page. */
  list(): AsyncIterable<readonly PlatformObject[]> {
    return this.objectsOf(this.objects.pages());
  }

  /** The same, but shares the pages that reads of this walk have requested. */
  listInWalk(): AsyncIterable<readonly PlatformObject[]> {
    return this.objectsOf(this.objects.sharedPages());
  }

  /** Returns undefined if the platform answers that the object is gone. */
  async find(id: string): Promise<PlatformObject | undefined> {
    const found = await this.objects.findNow(id);
    return found && this.toObject(found);
  }

  create(wanted: object, options: CreateOptions<Identified>): Promise<Identified> {
    return this.objects.create(wanted, options);
  }

  /** Updates the object to the configuration, its secret included. Returns it as the answers show it, undefined if it is gone. */
  async takeOver(id: string, wanted: object): Promise<Identified | undefined> {
    const found = await this.objects.findNow(id);
    const changes = found && changesOf(this.fields, found, wanted);
    try {
      const told = changes && (await this.objects.update(id, changes));
      return found && { ...found, ...changes, ...told };
    } catch (error) {
      if (isKind(error, 'NotFound')) return undefined;
      throw error;
    }
  }

  /** Removes an object whose value is lost. */
  async revoke(id: string, warn: Warn): Promise<void> {
    const { collection, noun } = this.rules;
    if (this.lacksOperation(`${collection}.delete`))
      warn(...(this.rules.leftBehind?.(id) ?? leftBehind(noun, id)));
    else await this.objects.delete(id);
  }

  get fields() {
    return collections[this.rules.collection].fields;
  }

  private async *objectsOf(pages: AsyncIterable<readonly CreationTypes['item'][]>) {
    for await (const page of pages) yield page.map(item => this.toObject(item));
  }

  private toObject(item: CreationTypes['item']): PlatformObject {
    const { id, created_at } = item;
    const isWhole = this.recognizedBy.every(name => Object.hasOwn(item, name));
    const digest = isWhole ? this.digestOf(item) : '';
    return { id, created_at, digest, label: this.rules.labelOf(item) };
  }
}
