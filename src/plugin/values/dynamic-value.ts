import { Decoder, Encoder, ExtensionCodec } from '@msgpack/msgpack';
import { isRawObject, type Raw, type RawObject, Unknown, unknown } from './raw';

/** Terraform's two forms of one value; it prefers msgpack, and stores states as JSON. */
export interface DynamicValue {
  readonly msgpack?: Uint8Array | undefined;
  readonly json?: Uint8Array | undefined;
}

const msgpackNil = 0xc0;
const refinedUnknown = 12;
const extensions = new ExtensionCodec();
for (const type of [unknown.extension, refinedUnknown]) {
  extensions.register({
    type,
    encode: value => (value instanceof Unknown && value.extension === type ? value.payload : null),
    decode: payload => (type === unknown.extension ? unknown : new Unknown(type, payload.slice())),
  });
}

const encoder = new Encoder({ extensionCodec: extensions, useBigInt64: true });
const decoder = new Decoder({ extensionCodec: extensions, useBigInt64: true });

/** Reads an object, or null where Terraform means that there is none. */
export function decodeDynamicValue(value: DynamicValue | undefined): RawObject | null {
  const raw = decodeAny(value);
  if (raw === null || isRawObject(raw)) return raw;
  throw new TypeError('Terraform sent a value that is no object');
}

/** Whether there is no value, seen without reading it. */
export function isAbsent(value: DynamicValue | undefined): boolean {
  if (value?.msgpack?.length) return value.msgpack[0] === msgpackNil;
  return decodeAny(value) === null;
}

/** Reads any value: a function's argument, an attribute alone. */
export function decodeAny(value: DynamicValue | undefined): Raw {
  if (value?.msgpack?.length) return toRaw(decoder.decode(value.msgpack));
  if (value?.json?.length) return toRaw(JSON.parse(Buffer.from(value.json).toString('utf8')));
  return null;
}

export function encodeDynamicValue(value: Raw): DynamicValue {
  return { msgpack: encoder.encode(value) };
}

/** Narrows what a parser gave; everything in msgpack and JSON that Terraform sends is a `Raw` already. */
export function toRaw(value: unknown): Raw {
  if (isRaw(value)) return value;
  throw new TypeError('Terraform sent a value that its type system does not have');
}

function isRaw(value: unknown): value is Raw {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return true;
    case 'object':
      if (value === null || value instanceof Unknown) return true;
      if (Array.isArray(value)) return value.every(isRaw);
      // The msgpack decoder refuses this key, which could change an object's prototype; JSON's takes it.
      return !Object.hasOwn(value, '__proto__') && Object.values(value).every(isRaw);
    default:
      return false;
  }
}
