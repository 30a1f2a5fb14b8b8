import type { Place } from './check/place';

/** A thing to publish. `npm run package -- --only NAME` makes it alone, and so does the beginning of its name. */
export interface Part {
  /** Also its folder in dist/packages, for example `cdktn/python`. */
  readonly name: string;
  /** True if versions that are in the folder stay: projects are locked to them. */
  readonly keepsVersions?: true;
  /** Writes the part's files into its folder, which is empty or has other versions. The same sources give the same bytes. */
  make(folder: string): Promise<Outcome>;
  /** Uses the part's files as its users do, in an empty place. */
  check(folder: string, place: Place): Promise<void>;
}

export interface Outcome {
  /** What could not be made or checked on this machine, in a sentence. */
  readonly missing?: string;
}
