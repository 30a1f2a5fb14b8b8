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

export interface TypesOf<F extends Fields> {
  readonly item: PartialItem<F>;
  readonly created: PartialItem<F, Shown | 'issued'>;
  readonly wanted: Wanted<F>;
  readonly changes: Changes<F>;
}

/** Everything that the client knows about one collection with create, update and delete. */
export interface CollectionContract<F extends Fields = Fields> {
  readonly operations: Readonly<Record<Verb, Operation>>;
  readonly fields: F;
  readonly item: Decoder<PartialItem<F>>;
  readonly created: Decoder<PartialItem<F, Shown | 'issued'>>;
}

/** Defines a collection: everything but the operations follows from the fields. */
export function collection<F extends Fields & { readonly id: Field<'assigned', string> }>(
  operations: Readonly<Record<Verb, Operation>>,
  fields: F,
): CollectionContract<F> {
  return { operations, fields, item: itemDecoder(fields), created: createdDecoder(fields) };
}
