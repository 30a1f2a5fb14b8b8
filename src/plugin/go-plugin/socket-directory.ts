import { chmodSync, mkdtempSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The longest path of a Unix socket: 104 bytes with the terminating zero on macOS, 108 on Linux. */
const longestPath = 103;

/** The directory of this process, with its socket. The process removes it at its end. */
export class SocketDirectory {
  /** Changes when the directory is moved. */
  path: string;

  /** @param created its path, whose name nobody else knows */
  constructor(private readonly created: string) {
    this.path = created;
  }

  get socketPath(): string {
    return join(this.path, 'socket');
  }

  /** Call it after the socket listens: otherwise there is no socket to protect yet. */
  protect(): void {
    chmodSync(this.socketPath, 0o600);
  }

  /** Path of the socket after a move of the directory to `target`; undefined if the move is impossible. */
  socketPathIn(target: string): string | undefined {
    const socketPath = join(target, 'socket');
    return dirname(target) === dirname(this.path) && fits(socketPath) ? socketPath : undefined;
  }

  /** Moves the directory; the socket continues to listen. Returns false if `target` exists. */
  moveTo(target: string): boolean {
    try {
      renameSync(this.path, target);
      this.path = target;
      return true;
    } catch {
      return false;
    }
  }

  /** The name that launchers know goes first: else one could claim a process that no longer serves. */
  remove(): void {
    if (this.path !== this.created) this.moveTo(this.created);
    for (const name of ['claim', 'last', 'waiting', 'orphan', 'socket'])
      quietly(() => unlinkSync(join(this.path, name)));
    quietly(() => rmdirSync(this.path));
  }
}

/** Creates the directory in `preferred`, or in /tmp if that path is too long for a socket or not writable. */
export function createSocketDirectory(preferred: string | undefined): SocketDirectory {
  const prefix = 'terraform-plugin-';
  const made = preferred ? attempt(join(preferred, prefix)) : undefined;
  return new SocketDirectory(made ?? mkdtempSync(`/tmp/${prefix}`));
}

function attempt(prefix: string): string | undefined {
  return fits(`${prefix}XXXXXX/socket`) ? quietly(() => mkdtempSync(prefix)) : undefined;
}

function fits(socketPath: string): boolean {
  return Buffer.byteLength(socketPath) <= longestPath;
}

function quietly<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
