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

/** Trailers of an answered call. The message is percent-encoded, as gRPC asks for anything beyond ASCII. */
export function trailersOf(code: Status, message = ''): Record<string, string> {
  const trailers: Record<string, string> = { 'grpc-status': String(code) };
  // Through a Buffer, because encodeURIComponent throws at half a surrogate pair.
  if (message !== '') trailers['grpc-message'] = encodeURIComponent(Buffer.from(message).toString());
  return trailers;
}
