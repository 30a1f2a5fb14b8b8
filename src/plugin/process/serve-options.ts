import type { Log } from '../log';
import type { LoadedProvider } from './lazy-provider';
import type { ProcessIdentity } from './process-identity';

export interface ServeOptions {
  /** Loads the provider's methods, at the first call that needs them. */
  load: (log: Log) => Promise<LoadedProvider>;
  /** The answer to GetProviderSchema, where it was encoded beforehand: it is then given without loading anything. */
  schema?: () => Uint8Array;
  /** What the process needs to wait for another launch of its Terraform. Without it, it ends with its first one. */
  reuse?: ReuseOptions | undefined;
  /** Loads what the next launch is likely to need, while the process waits for it; told how many there were. */
  prepare?: (served: number) => Promise<unknown>;
}

/** What the launcher says (scripts/build/launcher.sh). */
export interface ReuseOptions {
  /** The folder to wait in. */
  at: string;
  /** The program's path, as the next launcher will have it. */
  program: string;
  terraform: ProcessIdentity;
}
