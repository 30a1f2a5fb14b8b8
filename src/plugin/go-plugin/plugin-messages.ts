import { encodeVarint } from '../grpc/http2/varint';

/**
 * The non-empty messages of Terraform's plugin library (go-plugin.proto, health.proto), encoded by hand: each
 * launch would load a generated codec, and almost none uses it.
 */

/** Wire types of protobuf: a number, or bytes with their length. */
const asNumber = 0;
const asBytes = 2;
const field = (number: number, type: number) => (number << 3) | type;

const channelStdout = 1;
const statusServing = 1;

/** Encodes a piece of standard output. */
export function stdioData(data: Uint8Array): Buffer {
  const head = [field(1, asNumber), channelStdout, field(2, asBytes), ...encodeVarint(data.length)];
  return Buffer.concat([Buffer.from(head), data]);
}

/** Returns the service of a health check. An empty name means the whole server. */
export function checkedService(request: Uint8Array): string {
  const [tag, length, ...name] = request;
  if (tag === undefined) return '';
  // A name longer than 127 bytes is unknown, and so are other fields.
  return tag === field(1, asBytes) && length === name.length ? Buffer.from(name).toString() : '?';
}

export const servingHealth = Buffer.of(field(1, asNumber), statusServing);
