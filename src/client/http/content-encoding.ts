/** What an encoded body comes to: its bytes, or why there are none. */
export type Decoded = Buffer | 'too long' | 'broken' | 'unknown';

/** An answer's own words for one encoding upon another; more of them are no honest answer. */
const mostEncodings = 3;

/** The encodings of an answer, in the order they were applied; none where the body is as it is. */
export function encodingsOf(header: string | undefined): readonly string[] {
  const names = (header ?? '').split(',').map(name => name.trim().toLowerCase());
  return names.filter(name => name !== '' && name !== 'identity');
}

/**
 * Undoes the encodings of a body (RFC 9110, 8.4). None is asked for, but some gateways compress all the same.
 * @param limit bytes at most, after each of them: a few kilobytes can stand for gigabytes
 */
export async function decodeContent(
  body: Buffer,
  encodings: readonly string[],
  limit: number,
): Promise<Decoded> {
  if (encodings.length > mostEncodings) return 'unknown';
  let bytes = body;
  for (const encoding of encodings.toReversed()) {
    const decoded = await decodeOnce(bytes, encoding, limit);
    if (!Buffer.isBuffer(decoded)) return decoded;
    bytes = decoded;
  }
  return bytes;
}

async function decodeOnce(bytes: Buffer, encoding: string, maxOutputLength: number): Promise<Decoded> {
  // Loaded by the first answer that needs it: hardly any does.
  const zlib = await import('node:zlib');
  const { promisify } = await import('node:util');
  const decoders = new Map([
    ['gzip', zlib.gunzip],
    ['x-gzip', zlib.gunzip],
    // Meant is zlib's format; many send it without the frame, which the first byte tells.
    ['deflate', ((bytes[0] ?? 0) & 0x0f) === 8 ? zlib.inflate : zlib.inflateRaw],
    ['br', zlib.brotliDecompress],
  ]);
  const decoder = decoders.get(encoding);
  if (decoder === undefined) return 'unknown';
  try {
    return await promisify<Buffer, { maxOutputLength: number }, Buffer>(decoder)(bytes, { maxOutputLength });
  } catch (error) {
    const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return isTooLong ? 'too long' : 'broken';
  }
}
