import { Decoder, Encoder, ExtensionCodec } from '@msgpack/msgpack';
import { isRawObject, type Raw, type RawObject, Unknown, unknown } from './raw';

/** A value in one of Terraform's two encodings. It prefers msgpack, and stores states as JSON. */
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

/** Decodes an object; null if there is none. */
export function decodeDynamicValue(value: DynamicValue | undefined): RawObject | null {
  const raw = decodeAny(value);
  if (raw === null || isRawObject(raw)) return raw;
  throw new TypeError('Terraform sent a value that is not an object');
}

/** Returns true if there is no value, without decoding it. */
export function isAbsent(value: DynamicValue | undefined): boolean {
  if (value?.msgpack?.length) return value.msgpack[0] === msgpackNil;
  return decodeAny(value) === null;
}

/** Decodes any value: a function's argument, or a single attribute. */
export function decodeAny(value: DynamicValue | undefined): Raw {
  try {
    if (value?.msgpack?.length) return toRaw(decoder.decode(value.msgpack));
    if (value?.json?.length) return toRaw(JSON.parse(Buffer.from(value.json).toString('utf8')));
    return null;
  } catch {
    // The launch refuses the call by this name. It loads no class of this folder.
    throw Object.assign(new Error(unreadable), { name: 'UnreadableValue' });
  }
}

const unreadable = 'A value cannot be read. A map must not have the key "__proto__": use another key.';

export function encodeDynamicValue(value: Raw): DynamicValue {
  return { msgpack: encoder.encode(value) };
}

/** Narrows the type of parsed data. All msgpack and JSON from Terraform is a valid `Raw`. */
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
      // This key could change an object's prototype. The msgpack decoder rejects it, JSON.parse does not.
      return !Object.hasOwn(value, '__proto__') && Object.values(value).every(isRaw);
    default:
      return false;
  }
}
