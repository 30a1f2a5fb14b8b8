import { isUtf8 } from 'node:buffer';

/** The text of a body, or the reason why it was not read. */
export type ResponseBody = { readonly text: string } | { readonly text: undefined; readonly fault: string };

const mebibyte = 1024 * 1024;
/** Large enough for a page of 100 records of 80 kB each. */
const longestBody = 8 * mebibyte;
/** Only a short error message is read from an error body. */
const longestErrorBody = mebibyte / 16;
const tooLong = { text: undefined, fault: 'at most 8 MiB long' };

/** Collects a body up to a limit, so that an endless body costs neither memory nor time, compressed or not. */
export class BodyBuffer {
  private readonly chunks: Buffer[] = [];
  private length = 0;
  private readonly limit: number;

  /** @param encoding value of the Content-Encoding header */
  constructor(
    status: number,
    private readonly encoding = 'identity',
  ) {
    this.limit = status < 300 ? longestBody : longestErrorBody;
  }

  /** Returns false when the limit is reached. */
  add(chunk: Buffer): boolean {
    this.length += chunk.length;
    if (this.length <= this.limit) this.chunks.push(chunk);
    return this.length <= this.limit;
  }

  /** The client asks for no encoding, but some gateways send gzip anyway. */
  async read(): Promise<ResponseBody> {
    if (this.length > this.limit) return tooLong;
    const bytes = Buffer.concat(this.chunks);
    if (this.length === 0 || /^(?:identity)?$/i.test(this.encoding)) return textOf(bytes);
    if (!/^(?:x-)?gzip$/i.test(this.encoding))
      return { text: undefined, fault: 'in no encoding, or in gzip' };
    const { gunzipSync } = await import('node:zlib');
    try {
      return textOf(gunzipSync(bytes, { maxOutputLength: this.limit }));
    } catch (error) {
      const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      return isTooLong ? tooLong : { text: undefined, fault: 'readable in the encoding that it declares' };
    }
  }
}

function textOf(bytes: Buffer): ResponseBody {
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { text: undefined, fault: 'UTF-8 text' };
}
