import { Writable } from 'node:stream';

/**
 * Replaces standard output after the handshake line. A pipe nobody empties would block the process at a
 * library's `console.log`; so what is printed goes to `print`, and from there into Terraform's log.
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
