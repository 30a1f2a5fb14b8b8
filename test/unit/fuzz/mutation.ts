import fc from 'fast-check';

/** Well-formed bytes with a few places changed, cut off, doubled or filled with what looks like a length. */
export function mutated(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const place = fc.nat(Math.max(0, bytes.length - 1));
  const byte = fc.oneof(fc.nat(255), fc.constantFrom(0, 0x7f, 0x80, 0xc1, 0xd4, 0xdd, 0xdf, 0xff));
  const change = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), place, byte }),
    fc.record({ kind: fc.constant('insert' as const), place, byte }),
    fc.record({ kind: fc.constant('cut' as const), place, byte }),
    fc.record({ kind: fc.constant('double' as const), place, byte }),
  );
  return fc.array(change, { minLength: 1, maxLength: 6 }).map(changes => {
    let result = [...bytes];
    for (const { kind, place: at, byte: filler } of changes) {
      if (kind === 'set') result[at] = filler;
      if (kind === 'insert') result.splice(at, 0, filler);
      if (kind === 'cut') result = result.slice(0, at);
      if (kind === 'double') result = [...result, ...result.slice(at)];
    }
    return Uint8Array.from(result, filler => filler ?? 0);
  });
}
