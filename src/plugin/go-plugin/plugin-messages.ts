import { encodeVarint } from '../grpc/http2/varint';

/**
 * The few messages of Terraform's plugin library that are not empty (go-plugin.proto, health.proto), read and
 * written by hand: each launch would load a generated codec for them, and nearly none uses it.
 */

/** The type that protobuf writes before a field: a number, or bytes with their length. */
const asNumber = 0;
const asBytes = 2;
const field = (number: number, type: number) => (number << 3) | type;

const channelStdout = 1;
const statusServing = 1;

/** A piece of standard output. */
export function stdioData(data: Uint8Array): Buffer {
  const head = [field(1, asNumber), channelStdout, field(2, asBytes), ...encodeVarint(data.length)];
  return Buffer.concat([Buffer.from(head), data]);
}

/** The service that a health check asks for; empty means the server as a whole. */
export function checkedService(request: Uint8Array): string {
  const [tag, length, ...name] = request;
  if (tag === undefined) return '';
  // A name that is longer than 127 bytes is none of ours, nor are other fields.
  return tag === field(1, asBytes) && length === name.length ? Buffer.from(name).toString() : '?';
}

export const servingHealth = Buffer.of(field(1, asNumber), statusServing);
