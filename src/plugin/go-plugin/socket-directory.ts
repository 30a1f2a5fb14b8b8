import { chmodSync, mkdtempSync, readFileSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The longest path a unix socket can have: 104 bytes with the closing zero on macOS, 108 on Linux. */
const longestPath = 103;

/** Directory of this process alone, with its socket. The process removes it at its end. */
export class SocketDirectory {
  constructor(private current: string) {}

  get path(): string {
    return this.current;
  }

  get socketPath(): string {
    return join(this.current, 'socket');
  }

  /** Call it once the socket listens: the socket gets the rights of its directory. */
  protect(): void {
    chmodSync(this.socketPath, 0o600);
  }

  /** Path of the socket if the directory moved to `target`; undefined where it cannot move there. */
  socketPathIn(target: string): string | undefined {
    const socketPath = join(target, 'socket');
    return dirname(target) === dirname(this.current) && fits(socketPath) ? socketPath : undefined;
  }

  /** The socket goes on listening. Returns false where there is something at `target` already. */
  moveTo(target: string): boolean {
    try {
      renameSync(this.current, target);
      this.current = target;
      return true;
    } catch {
      return false;
    }
  }

  remove(): void {
    for (const name of ['claim', 'last', 'waiting', 'socket'])
      quietly(() => unlinkSync(join(this.current, name)));
    quietly(() => rmdirSync(this.current));
  }
}

/** Made in `preferred`, else in /tmp where the preferred one is too deep for a socket or cannot be written. */
export function createSocketDirectory(preferred: string | undefined): SocketDirectory {
  const prefix = directoryPrefix();
  const made = preferred ? attempt(join(preferred, prefix)) : undefined;
  return new SocketDirectory(made ?? mkdtempSync(`/tmp/${prefix}`));
}

/** Names the boot where the kernel tells it: processes of another host may have directories on the same volume. */
export function directoryPrefix(): string {
  const boot = quietly(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').split('-')[0]);
  return boot ? `terraform-plugin-${boot}-` : 'terraform-plugin-';
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
