import { isUtf8 } from 'node:buffer';
import { type Decoded, decodeContent, encodingsOf } from './content-encoding';

/** A body that was read in full as text, or why it was not. */
export type ResponseBody =
  | { readonly text: string }
  | { readonly text: undefined; readonly fault: (typeof faults)[keyof typeof faults] };

const faults = {
  'too long': 'at most 8 MiB long',
  'not text': 'UTF-8 text',
  broken: 'readable in the encoding that it declares',
  unknown: 'in no encoding, or in gzip, deflate or br',
} as const;

const mebibyte = 1024 * 1024;
/** A page of 100 records of 80 kB each still fits. */
const longestBody = 8 * mebibyte;
/** An error body is read for its few words only. */
const longestErrorBody = mebibyte / 16;

/** Collects a body up to its limit, so that an endless one costs neither memory nor time, compressed or not. */
export class BodyBuffer {
  private readonly chunks: Buffer[] = [];
  private length = 0;
  private readonly limit: number;
  private readonly encodings: readonly string[];

  /** @param contentEncoding the header of that name */
  constructor(status: number, contentEncoding?: string) {
    this.limit = status < 300 ? longestBody : longestErrorBody;
    this.encodings = encodingsOf(contentEncoding);
  }

  /** Whether more is wanted. */
  add(chunk: Buffer): boolean {
    this.length += chunk.length;
    if (this.length <= this.limit) this.chunks.push(chunk);
    return this.length <= this.limit;
  }

  /** At once where nothing has to be decoded, as nearly always. */
  read(): ResponseBody | Promise<ResponseBody> {
    if (this.length > this.limit) return textOf('too long');
    const bytes = Buffer.concat(this.chunks);
    if (this.encodings.length === 0 || this.length === 0) return textOf(bytes);
    return decodeContent(bytes, this.encodings, this.limit).then(textOf);
  }
}

function textOf(decoded: Decoded): ResponseBody {
  if (!Buffer.isBuffer(decoded)) return { text: undefined, fault: faults[decoded] };
  return isUtf8(decoded)
    ? { text: decoded.toString('utf8') }
    : { text: undefined, fault: faults['not text'] };
}
