import { Writable } from 'node:stream';

/**
 * Redirects standard output after the handshake line to `print`, and so to Terraform's log. Without this, a
 * library's `console.log` would block when the pipe is full.
 */
export function captureStrayOutput(print: (text: Uint8Array) => void): void {
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      print(chunk);
      done();
    },
  });
  Object.defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => output });
}
