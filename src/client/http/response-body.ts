import { isUtf8 } from 'node:buffer';
import { type Decoded, decodeContent, encodingsOf } from './content-encoding';

/** The text of a body, or the reason why it was not read. */
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
/** Large enough for a page of 100 records of 80 kB each. */
const longestBody = 8 * mebibyte;
/** Only a short error message is read from an error body. */
const longestErrorBody = mebibyte / 16;

/** Collects a body up to a limit, so that an endless body costs neither memory nor time, compressed or not. */
export class BodyBuffer {
  private readonly chunks: Buffer[] = [];
  private length = 0;
  private readonly limit: number;
  private readonly encodings: readonly string[];

  /** @param contentEncoding value of the Content-Encoding header */
  constructor(status: number, contentEncoding?: string) {
    this.limit = status < 300 ? longestBody : longestErrorBody;
    this.encodings = encodingsOf(contentEncoding);
  }

  /** Returns false when the limit is reached. */
  add(chunk: Buffer): boolean {
    this.length += chunk.length;
    if (this.length <= this.limit) this.chunks.push(chunk);
    return this.length <= this.limit;
  }

  /** Returns the text synchronously if there is nothing to decode, which is the usual case. */
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
