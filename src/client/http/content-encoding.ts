/** Decoded bytes of a body, or the reason why there are none. */
export type Decoded = Buffer | 'too long' | 'broken' | 'unknown';

/** Limit of nested encodings. No honest server sends more. */
const mostEncodings = 3;

/** Encodings of a response, in the order in which the server applied them. Empty for a body that is not encoded. */
export function encodingsOf(header: string | undefined): readonly string[] {
  const names = (header ?? '').split(',').map(name => name.trim().toLowerCase());
  return names.filter(name => name !== '' && name !== 'identity');
}

/**
 * Decodes a body (RFC 9110, 8.4). The client asks for no encoding, but some gateways compress anyway.
 * @param limit maximum of bytes after each step: a few kilobytes can expand to gigabytes
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
  // Loaded on first use: encoded responses are rare.
  const zlib = await import('node:zlib');
  const { promisify } = await import('node:util');
  const decoders = new Map([
    ['gzip', zlib.gunzip],
    ['x-gzip', zlib.gunzip],
    // RFC 9110 (8.4.1.2) means the zlib format. Many servers send raw deflate data. The first byte tells which.
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
