/** Concatenates buffers. A single buffer is returned itself, without a copy. */
export function concatenate(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces;
  return first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces);
}
