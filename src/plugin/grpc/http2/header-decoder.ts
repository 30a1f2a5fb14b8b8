import { decodeHuffman } from './huffman';
import { ConnectionError } from './protocol';
import { staticTable } from './static-table';

type Header = readonly [name: string, value: string];

export type Headers = ReadonlyMap<string, string>;

/** Size of the dynamic table, in bytes as HPACK counts them: the default, since we announce no other. */
const maximumTableSize = 4096;

/** Overhead of an entry in HPACK, added to the lengths of its name and value (RFC 7541, 4.1). */
const entryOverhead = 32;

/** Decodes the headers of a connection (HPACK, RFC 7541): every block, since both ends keep a table. */
export class HeaderDecoder {
  /** The newest entry first. */
  private readonly table: Header[] = [];
  private tableSize = 0;
  private sizeLimit = maximumTableSize;
  private block: Uint8Array = new Uint8Array(0);
  private at = 0;

  /** Throws a ConnectionError for an invalid block. If a header occurs twice, the last one counts. */
  decode(block: Uint8Array): Headers {
    this.block = block;
    this.at = 0;
    const headers = new Map<string, string>();
    while (this.at < block.length) {
      const field = this.readField();
      if (field !== undefined) headers.set(...field);
    }
    return headers;
  }

  /** The first bits of a field give its kind (RFC 7541, 6). */
  private readField(): Header | undefined {
    const byte = this.block[this.at] ?? 0;
    if (byte & 0x80) return this.entry(this.readInteger(7));
    if (byte & 0x40) return this.remember(this.readLiteral(6));
    if (byte & 0x20) return this.resize(this.readInteger(5));
    return this.readLiteral(4);
  }

  private readLiteral(prefixBits: number): Header {
    const index = this.readInteger(prefixBits);
    const name = index === 0 ? this.readText() : this.entry(index)[0];
    return [name, this.readText()];
  }

  private entry(index: number): Header {
    const entry = staticTable[index - 1] ?? this.table[index - 1 - staticTable.length];
    if (entry === undefined) throw invalid('refers to a header that is not in the table');
    return entry;
  }

  private remember(header: Header): Header {
    this.table.unshift(header);
    this.tableSize += sizeOf(header);
    this.evict();
    return header;
  }

  private resize(limit: number): undefined {
    if (limit > maximumTableSize) throw invalid('sets a table size above the limit');
    this.sizeLimit = limit;
    this.evict();
  }

  private evict(): void {
    while (this.tableSize > this.sizeLimit) {
      const oldest = this.table.pop();
      if (oldest !== undefined) this.tableSize -= sizeOf(oldest);
    }
  }

  /** An integer whose first bits share a byte with other data (RFC 7541, 5.1). */
  private readInteger(prefixBits: number): number {
    const full = 2 ** prefixBits - 1;
    let value = this.readByte() & full;
    if (value < full) return value;
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = this.readByte();
      value += (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw invalid('contains an integer that is too large');
  }

  private readText(): string {
    const isHuffman = ((this.block[this.at] ?? 0) & 0x80) !== 0;
    const length = this.readInteger(7);
    const end = this.at + length;
    if (end > this.block.length) throw invalid('is cut off');
    const bytes = this.block.subarray(this.at, end);
    this.at = end;
    return isHuffman ? decodeHuffman(bytes) : Buffer.from(bytes).toString('latin1');
  }

  private readByte(): number {
    const byte = this.block[this.at];
    if (byte === undefined) throw invalid('is cut off');
    this.at += 1;
    return byte;
  }
}

function sizeOf([name, value]: Header): number {
  return name.length + value.length + entryOverhead;
}

function invalid(what: string): ConnectionError {
  return new ConnectionError(`a block of headers ${what}`);
}
