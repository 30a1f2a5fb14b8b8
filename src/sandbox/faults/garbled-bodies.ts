import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { ApiResponse } from '../http/exchange';
import type { CompressEncoding } from './faults';
import { pause } from './pause';

const chunkSize = 64 * 1024;

/** Returns this many bytes of filler, created during the read, so that 50 MB need no memory. */
export function fillerStream(size: number): ReadableStream<Uint8Array> {
  let left = size;
  return new ReadableStream({
    pull(controller) {
      const length = Math.min(left, chunkSize);
      if (length > 0) controller.enqueue(new Uint8Array(length).fill(0x78));
      left -= length;
      if (left <= 0) controller.close();
    },
  });
}

const compressors = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

/** Compresses a response, like a gateway that ignores Accept-Encoding. */
export function compressed(answer: ApiResponse, encoding: CompressEncoding): ApiResponse {
  const { body } = answer;
  if (body === undefined || body instanceof ReadableStream) return answer;
  const headers = { ...answer.headers, 'content-encoding': encoding };
  return { ...answer, headers, body: new Uint8Array(compressors[encoding](body)) };
}

/** Sends the body, or this many bytes of filler, one byte per interval; without pauses after the signal aborts. */
export function trickledStream(
  body: ApiResponse['body'],
  { intervalMilliseconds, size }: { readonly intervalMilliseconds: number; readonly size?: number },
  lifted: AbortSignal,
): ReadableStream<Uint8Array> {
  const bytes = size === undefined ? bytesOf(body) : undefined;
  const length = bytes?.length ?? size ?? 0;
  let sent = 0;
  const left = new AbortController();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await pause(intervalMilliseconds, lifted, left.signal);
        if (left.signal.aborted) return;
        if (sent < length) controller.enqueue(bytes?.subarray(sent, sent + 1) ?? Uint8Array.of(0x20));
        sent += 1;
        if (sent >= length) controller.close();
      },
      cancel() {
        left.abort();
      },
    },
    { highWaterMark: 0 },
  );
}

function bytesOf(body: ApiResponse['body']): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === 'string' ? body : '');
}
