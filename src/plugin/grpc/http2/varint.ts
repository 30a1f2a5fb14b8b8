/** A number in bytes of seven bits, the lowest first, each but the last marked: protobuf's and HPACK's way. */
export function encodeVarint(value: number): number[] {
  const bytes = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push(0x80 | (rest & 0x7f));
  return [...bytes, rest];
}
