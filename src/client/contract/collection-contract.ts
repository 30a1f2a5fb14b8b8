import type { Decoder } from './decode';
import {
  type Changes,
  createdDecoder,
  type Field,
  type Fields,
  itemDecoder,
  type PartialItem,
  type Shown,
  type Wanted,
} from './fields';
import type { Operation, Verb } from './operation';

/** The requirement for an object: an id to find it by. */
export interface Identified {
  readonly id: string;
}

/** The types of one collection. */
export interface CollectionTypes {
  /** An object as the platform shows it. */
  readonly item: Identified;
  /** The response to a create. It may show more than any later response. */
  readonly created: Identified;
  /** The body of a create request. */
  readonly wanted: object;
  /** The body of an update request. An absent or undefined field stays unchanged. */
  readonly changes: object;
}

/** Everything that the client knows about one collection with create, update and delete. */
export interface CollectionContract<Types extends CollectionTypes> {
  readonly operations: Readonly<Record<Verb, Operation>>;
  readonly item: Decoder<Types['item']>;
  readonly created: Decoder<Types['created']>;
  readonly fields: Fields;
  /** Never set: it carries the types of requests, which no decoder mentions. */
  readonly types?: Types;
}

/** The types of a collection with these fields. */
export interface TypesOf<F extends Fields> {
  readonly item: PartialItem<F>;
  readonly created: PartialItem<F, Shown | 'issued'>;
  readonly wanted: Wanted<F>;
  readonly changes: Changes<F>;
}

export interface ContractOf<F extends Fields> extends CollectionContract<TypesOf<F>> {
  readonly fields: F;
}

/** Defines a collection: everything but the operations follows from the fields. */
export function collection<F extends Fields & { readonly id: Field<'assigned', string> }>(
  operations: Readonly<Record<Verb, Operation>>,
  fields: F,
): ContractOf<F> {
  return { operations, fields, item: itemDecoder(fields), created: createdDecoder(fields) };
}

/** A collection with list only. */
export interface ListContract<Item extends Identified> {
  readonly operations: Readonly<Record<'list', Operation>>;
  readonly item: Decoder<Item>;
}
