import type { Log } from '../log';
import type { LoadedProvider } from './lazy-provider';
import type { ProcessIdentity } from './process-identity';

export interface ServeOptions {
  /** Loads the provider's methods, at the first call that needs them. */
  load: (log: Log) => Promise<LoadedProvider>;
  /** The responses that the build has encoded, by name of the call: no other file is loaded for them. */
  encoded?: Readonly<Record<string, () => Uint8Array>>;
  /**
   * Parameters for waiting for another launch of the same Terraform. Without them, the process ends with its first
   * launch.
   */
  reuse?: ReuseOptions | undefined;
  /** Loads what the next launch probably needs, while the process waits. Receives the number of launches so far. */
  prepare?: (served: number) => Promise<unknown>;
}

/** Parameters from the launcher (scripts/build/launcher.sh). */
export interface ReuseOptions {
  /** The folder to wait in. Its name contains the boot id, and Terraform's number and start time. */
  at: string;
  /** The file that records a process which outlives its launcher: see `recordOrphan`. */
  orphan: string;
  /** Path of the program, as the next launcher spells it. */
  program: string;
  terraform: ProcessIdentity;
}
