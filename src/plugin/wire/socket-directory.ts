import { chmodSync, mkdtempSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The longest path a unix socket can have: 104 bytes with the closing zero on macOS, 108 on Linux. */
const longestPath = 103;

/** A directory of this process alone, with a name for the socket in it. */
export interface SocketDirectory {
  socketPath: string;
  /** To be called once the socket listens: it gets the rights of its directory. */
  protect(): void;
  /** Takes socket and directory away; what is gone already is no error. */
  remove(): void;
}

/** Made in `preferred`, else in /tmp where the preferred one is too deep for a socket or cannot be written. */
export function createSocketDirectory(preferred: string | undefined): SocketDirectory {
  const directory = (preferred ? attempt(preferred) : undefined) ?? mkdtempSync('/tmp/terraform-plugin-');
  const socketPath = join(directory, 'socket');
  return {
    socketPath,
    protect: () => chmodSync(socketPath, 0o600),
    remove: () => {
      quietly(() => unlinkSync(socketPath));
      quietly(() => rmdirSync(directory));
    },
  };
}

function attempt(parent: string): string | undefined {
  const prefix = join(parent, 'terraform-plugin-');
  if (Buffer.byteLength(`${prefix}XXXXXX/socket`) > longestPath) return undefined;
  return quietly(() => mkdtempSync(prefix));
}

function quietly<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
