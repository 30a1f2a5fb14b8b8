import { isUtf8 } from 'node:buffer';

/** A body that was read in full as text, or why it was not. */
export type ResponseBody =
  | { readonly text: string }
  | { readonly text: undefined; readonly fault: 'at most 8 MiB long' | 'UTF-8 text' };

const mebibyte = 1024 * 1024;
/** A page of 100 records of 80 kB each still fits. */
const longestBody = 8 * mebibyte;
/** An error body is read for its few words only. */
const longestErrorBody = mebibyte / 16;

/** Collects a body up to its limit, so that an endless one costs neither memory nor time. */
export class BodyBuffer {
  private readonly chunks: Buffer[] = [];
  private length = 0;
  private readonly limit: number;

  constructor(status: number) {
    this.limit = status < 300 ? longestBody : longestErrorBody;
  }

  /** Whether more is wanted. */
  add(chunk: Buffer): boolean {
    this.length += chunk.length;
    if (this.length <= this.limit) this.chunks.push(chunk);
    return this.length <= this.limit;
  }

  read(): ResponseBody {
    if (this.length > this.limit) return { text: undefined, fault: 'at most 8 MiB long' };
    const bytes = Buffer.concat(this.chunks);
    return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { text: undefined, fault: 'UTF-8 text' };
  }
}
