/** The pieces as one: the very piece, not a copy, where there is just one. */
export function concatenate(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces;
  return first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces);
}
