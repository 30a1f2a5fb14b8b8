/** RFC 4648, section 6. */
export const base32Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map(group => base32Digits[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}
