/**
 * Encodes a number in groups of seven bits, lowest first, with a mark on each except the last, as in protobuf and
 * HPACK.
 */
export function encodeVarint(value: number): number[] {
  const bytes = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push(0x80 | (rest & 0x7f));
  return [...bytes, rest];
}
