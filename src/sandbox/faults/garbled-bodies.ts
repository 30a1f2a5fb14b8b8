import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { ApiResponse } from '../http/exchange';
import type { CompressEncoding } from './faults';

const compressors = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

/** Compresses a response, like a gateway that ignores Accept-Encoding. */
export function compressed(answer: ApiResponse, encoding: CompressEncoding): ApiResponse {
  if (answer.body === undefined) return answer;
  const headers = { ...answer.headers, 'content-encoding': encoding };
  return { ...answer, headers, body: new Uint8Array(compressors[encoding](answer.body)) };
}
