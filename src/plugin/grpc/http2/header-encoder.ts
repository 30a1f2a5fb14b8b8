import { staticTable } from './static-table';

/** Encodes headers without the dynamic table: for so few, it would cost more time than it saves bytes. */
export function encodeHeaders(headers: Readonly<Record<string, string>>): Buffer {
  return Buffer.concat(Object.entries(headers).map(encodeField));
}

function encodeField([name, value]: readonly [string, string]): Buffer {
  const known = staticTable.findIndex(entry => entry[0] === name && entry[1] === value);
  if (known >= 0) return Buffer.of(0x80 | (known + 1));
  return Buffer.concat([Buffer.of(0), text(name), text(value)]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  return Buffer.concat([integer(bytes.length), bytes]);
}

/** With a prefix of seven bits, then in groups of seven bits, lowest first, with a mark on each except the last (RFC 7541, 5.1). */
function integer(value: number): Buffer {
  if (value < 0x7f) return Buffer.of(value);
  const bytes = [0x7f];
  let rest = value - 0x7f;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push(0x80 | (rest & 0x7f));
  return Buffer.of(...bytes, rest);
}
