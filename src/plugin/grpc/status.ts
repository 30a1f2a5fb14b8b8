/** The gRPC status codes this server answers with (numbers of the gRPC specification). */
export const Status = {
  ok: 0,
  notFound: 5,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
} as const;

export type Status = (typeof Status)[keyof typeof Status];

/**
 * A failure whose message is written by us for whoever reads Terraform's output. It must hold nothing of a
 * configuration, a state or an answer: it travels to Terraform and into logs as it stands.
 */
export class StatusError extends Error {
  constructor(
    readonly code: Status,
    message: string,
  ) {
    super(message);
    this.name = 'StatusError';
  }
}

/** The longest message that is sent, in characters: coded, it still fits one frame of headers. */
const longestMessage = 1500;

/** What gRPC percent-encodes in a message: all but printable ASCII, and the percent sign. */
const unprintable = /[^ -$&-~]+/g;

/** Trailers of an answered call. */
export function trailersOf(code: Status, message = ''): Record<string, string> {
  const trailers: Record<string, string> = { 'grpc-status': String(code) };
  // Through a Buffer, because encodeURIComponent throws at half a surrogate pair.
  const wellFormed = Buffer.from(message.slice(0, longestMessage)).toString();
  if (message !== '') trailers['grpc-message'] = wellFormed.replace(unprintable, encodeURIComponent);
  return trailers;
}
