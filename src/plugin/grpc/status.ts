/** The gRPC status codes of this server (numbers of the gRPC specification). */
export const Status = {
  ok: 0,
  invalidArgument: 3,
  notFound: 5,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
} as const;

export type Status = (typeof Status)[keyof typeof Status];

/** Terraform shows and logs its message unchanged, so it holds nothing of a configuration, state or response. */
export class StatusError extends Error {
  constructor(
    readonly code: Status,
    message: string,
  ) {
    super(message);
    this.name = 'StatusError';
  }
}

/** Maximum length of a message, in characters: encoded, it must fit in one header frame. */
const longestMessage = 1500;

/** Characters that gRPC percent-encodes in a message: all except printable ASCII, and the percent sign. */
const unprintable = /[^ -$&-~]+/g;

export function trailersOf(code: Status, message = ''): Record<string, string> {
  const trailers: Record<string, string> = { 'grpc-status': String(code) };
  // Convert through a Buffer: encodeURIComponent throws for a lone surrogate.
  const wellFormed = Buffer.from(message.slice(0, longestMessage)).toString();
  if (message !== '') trailers['grpc-message'] = wellFormed.replace(unprintable, encodeURIComponent);
  return trailers;
}
