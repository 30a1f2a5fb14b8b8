/** The pieces as one buffer. A single piece is returned as it is, without a copy. */
export function concatenate(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces;
  return first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces);
}
