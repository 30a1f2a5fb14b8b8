import {
  type Collection,
  type CollectionTypes,
  isKind,
  type Listed,
  type ManagedCollectionName,
  PlatformError,
} from '../../client';
import type { Identified } from '../../client/contract/collection-contract';
import { type Fields, identifyingNames, identifyingValues } from '../../client/contract/fields';
import { collections } from '../../client/contract/operations';
import type { Platform } from '../connection/platform';

/** What a resource says of two equal objects, of which the platform should have one. */
export interface OfEqual {
  /** Begins the sentences about one that exists, such as `Endpoint`. */
  readonly noun: string;
  /** One sentence: what a second one does. */
  readonly harm: string;
}

/** What a resource says about its creates (decision 8). */
export interface CreationRules<Types extends CollectionTypes> {
  readonly collection: ManagedCollectionName;
  /** Name of the kind in messages, such as `Webhook endpoint`. */
  readonly noun: string;
  /** Returns a short label without secrets for messages: the name of a key, the host of an endpoint. */
  labelOf(object: Types['wanted'] | Types['item']): string;
  /**
   * An equal object that exists is imported or taken over. Undefined if only the answer to a create shows the whole object: an
   * import of another one lacks the value of a key.
   */
  readonly equal: OfEqual | undefined;
  /** Returns the ids of other objects that a state of the resource names. @default none */
  alsoNames?(state: Readonly<Record<string, unknown>>): readonly string[];
}

/** An object of the platform, as far as creates compare it. */
export interface PlatformObject extends Identified {
  /** The identifying values as one text. Undefined if the platform does not show all of them. */
  readonly look: string | undefined;
  readonly label: string;
  /** When the platform created it, if it says so. */
  readonly created: string | undefined;
}

/** The failure of the list, or an object whose fields the list does not all show. */
export type Gap = PlatformError | { readonly shownInPart: string };

/** The objects of a collection. */
export interface Objects {
  readonly all: readonly PlatformObject[];
  /** Why an equal object may not be among them. */
  readonly gap: Gap | undefined;
}

async function* asPages<Item>(list: Promise<Listed<Item>>): AsyncGenerator<readonly Item[]> {
  const { items, gap } = await list;
  yield items;
  if (gap) throw gap;
}

/** The objects of one resource on the platform: what its creates read and write. */
export class ManagedCollection {
  constructor(
    /** Type name of the resource. */
    readonly resource: string,
    readonly rules: CreationRules<CollectionTypes>,
    readonly objects: Collection<CollectionTypes>,
    private readonly lacksOperation: Platform['lacksOperation'],
  ) {}

  get fields(): Fields {
    return collections[this.rules.collection].fields;
  }

  /** Names of the attributes that are the same in equal objects. */
  get identifyingNames(): readonly string[] {
    return identifyingNames(this.fields);
  }

  /** True if an update can bring an object that exists to the configuration. */
  get canTakeOver(): boolean {
    return this.rules.equal !== undefined && !this.lacksOperation(`${this.rules.collection}.update`);
  }

  /** The canonical identifying values. They may hold the token of a receiver, so no message shows them. */
  lookOf(fields: object): string {
    return JSON.stringify(identifyingValues(this.fields, fields));
  }

  /** The collection as it was during this walk. It shares the pages that reads have requested. */
  listInWalk(): Promise<Objects> {
    return this.read(asPages(this.objects.list()));
  }

  /** The collection as its list shows it now. No own write corrects a late list, which must not pass for a proof. */
  listAsShown(): Promise<Objects> {
    return this.read(this.objects.pages());
  }

  /**
   * Asks for an object of the list: `gone` also if it has other identifying values by now. What cannot be read counts as equal. A
   * GET that does not find it contradicts the list, and decides nothing.
   */
  async ask({ id, look }: PlatformObject): Promise<'equal' | 'gone' | 'contradicted'> {
    try {
      const item = await this.objects.findNow(id);
      return item !== undefined && (this.toObject(item).look ?? look) === look ? 'equal' : 'gone';
    } catch (error) {
      if (isKind(error, 'Unsupported') && error.facts.listedId !== undefined) return 'contradicted';
      if (error instanceof PlatformError) return 'equal';
      throw error;
    }
  }

  /** A failed read gives the objects so far and the gap, not an error: its reader decides. */
  private async read(pages: AsyncIterable<readonly CollectionTypes['item'][]>): Promise<Objects> {
    const all: PlatformObject[] = [];
    try {
      for await (const page of pages) for (const item of page) all.push(this.toObject(item));
    } catch (gap) {
      if (gap instanceof PlatformError) return { all, gap };
      throw gap;
    }
    const hidden = all.find(({ look }) => look === undefined);
    return { all, gap: hidden && { shownInPart: hidden.id } };
  }

  private toObject(item: CollectionTypes['item']): PlatformObject {
    const created: unknown = Reflect.get(item, 'created_at');
    const isWhole = this.identifyingNames.every(name => Object.hasOwn(item, name));
    return {
      id: item.id,
      look: isWhole ? this.lookOf(item) : undefined,
      label: this.rules.labelOf(item),
      created: typeof created === 'string' ? created : undefined,
    };
  }
}
