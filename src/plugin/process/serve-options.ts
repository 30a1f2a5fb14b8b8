import type { Log } from '../log';
import type { LoadedProvider } from './lazy-provider';
import type { ProcessIdentity } from './process-identity';

export interface ServeOptions {
  /** Loads the provider's code, at the first call that needs it. */
  load: (log: Log) => Promise<LoadedProvider>;
  /** The answer to GetProviderSchema, which the build has encoded: the process answers without loading anything. */
  schema?: () => Uint8Array;
  /** What the process needs to serve further launches of its Terraform. Without it, the process ends with its first launch. */
  reuse?: ReuseOptions | undefined;
  /** Loads what the next launch is likely to need, while the process waits. `served` counts the launches so far. */
  prepare?: (served: number) => Promise<unknown>;
}

/** What the launcher passes on in environment variables (scripts/build/launcher.sh). */
export interface ReuseOptions {
  /** The folder to wait in. */
  at: string;
  /** Path of the program, as the next launcher spells it. */
  program: string;
  terraform: ProcessIdentity;
}
