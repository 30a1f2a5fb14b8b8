import type { ProcessIdentity } from './owner';

/** A create request, recorded before it is sent. It holds no secret: the fields are stored as a digest only. */
export interface Intent {
  /** Type name of the resource. */
  readonly resource: string;
  /** See `object-digest.ts`. */
  readonly digest: string;
  /** A short label for messages: the name of a key, the host of an endpoint. */
  readonly label: string;
  /** Ids of look-alikes that existed before. This request created none of them. */
  readonly before: readonly string[];
  /** True if `before` lists all of them. */
  readonly isComplete: boolean;
  /** Sent with every attempt of this create, by later runs too. */
  readonly idempotencyKey: string;
  /** When the request began, milliseconds since 1970 by the platform's clock. Absent if no answer has shown it. */
  readonly began?: number | undefined;
  /** Longest time that one request may take, milliseconds. */
  readonly longest: number;
  /** Keys of earlier runs that this one replaces. They are revoked once it exists. */
  readonly instead: readonly string[];
  /** True if the object could not be removed and is still to be removed. Another one has replaced it. */
  readonly isLeftover?: boolean | undefined;
}

/** One create. Its states are in decision 8: requested, answered (`id`), closed. */
export interface JournalEntry {
  readonly number: number;
  readonly intent: Intent;
  readonly id?: string | undefined;
  /** When each of its requests began, by the platform's clock. Empty if no answer has shown it. */
  readonly begins: readonly number[];
  readonly isClosed: boolean;
  /** True if a whole run at the same place has applied a configuration without an equal resource. */
  readonly isPassed: boolean;
}

/** One process of the provider: its identity and the command that it was started for. */
export interface RunRecord {
  /** Address of the platform. */
  readonly platform: string;
  /** Folder that Terraform ran in, and its data directory. */
  readonly directory: string;
  readonly data: string;
  /** File that `-state` names. */
  readonly stateFile?: string | undefined;
  readonly owner: ProcessIdentity;
  /** Absent if the system does not tell which Terraform started the process. */
  readonly terraform?: ProcessIdentity | undefined;
  /** Digest of the place of the state; see `place.ts`. */
  readonly place?: string | undefined;
  /** The place in words. */
  readonly placeName: string;
  /** Digest of the credential, for comparison only. */
  readonly credential: string;
  /** True if the run visited every object of configuration and state. */
  readonly isWhole: boolean;
  /** ISO 8601. */
  readonly at: string;
}

/** The record of a plan for its apply. The apply itself visits only the objects that change. */
export interface PlanRecord {
  /** Where Terraform writes the plan. */
  readonly file?: string | undefined;
  /** When the provider exited, milliseconds since 1970 by the machine's clock. */
  readonly ended: number;
  /** True if the walk was whole and met no error. */
  readonly isWhole: boolean;
  /** Ids that a state has shown. */
  readonly shown: readonly string[];
  /** Type and digest of each object that the plan creates, in the format of `wantedName`. */
  readonly wanted: readonly string[];
  /** Ids of the objects that the plan has named. Absent in files of an earlier version. */
  readonly foretold?: readonly string[];
  /** Type and id of the objects that the apply takes over, with a blank between. Absent in files of an earlier version. */
  readonly takenOver?: readonly string[];
}

/**
 * Name of an object that a plan creates.
 * @param digest undefined if its fields are known only at apply
 */
export const wantedName = (resource: string, digest: string | undefined): string =>
  `${resource} ${digest ?? '?'}`;

/** One file of the journal: the record of one process. */
export interface JournalPages {
  readonly run: RunRecord;
  readonly entries: readonly JournalEntry[];
  readonly plan?: PlanRecord | undefined;
  /** Terraform ended the process normally: Shutdown came, no StopProvider before it, no call in flight. */
  readonly hasEnded: boolean;
}

const version = 2;
const line = (content: object) => `${JSON.stringify(content)}\n`;

export const lines = {
  run: (run: RunRecord) => line({ version, run }),
  intent: (number: number, intent: Intent) => line({ number, intent }),
  repeated: (number: number, began: number) => line({ number, began }),
  answered: (number: number, id: string) => line({ number, id }),
  closed: (number: number) => line({ number, closed: true }),
  passed: (number: number) => line({ number, passed: true }),
  plan: (plan: PlanRecord) => line({ plan }),
  ended: () => line({ ended: true }),
};

type ParsedLine = Readonly<Record<string, unknown>>;

/**
 * Parses one file. A line that was cut off with its writer is ignored. Without a run of this version the file is
 * ignored.
 */
export function readPages(text: string): JournalPages | undefined {
  const [first, ...rest] = text.split('\n').map(parseLine);
  if (first?.['version'] !== version || !isRun(first['run'])) return undefined;
  const entries = new Map<number, JournalEntry>();
  for (const parsed of rest) if (parsed !== undefined) readEntry(entries, parsed);
  return {
    run: first['run'],
    entries: [...entries.values()],
    plan: rest.map(parsed => parsed?.['plan']).findLast(isPlan),
    hasEnded: rest.some(parsed => parsed?.['ended'] === true),
  };
}

/** Adds one line to the entries. A line of a later version is ignored. */
function readEntry(
  entries: Map<number, JournalEntry>,
  { number, intent, id, began, closed, passed }: ParsedLine,
): void {
  if (typeof number !== 'number') return;
  const entry = entries.get(number);
  if (isIntent(intent))
    entries.set(number, { number, intent, begins: beginsOf(intent), isClosed: false, isPassed: false });
  else if (entry === undefined) return;
  else if (typeof id === 'string') entries.set(number, { ...entry, id });
  else if (typeof began === 'number') entries.set(number, { ...entry, begins: [...entry.begins, began] });
  else if (closed === true) entries.set(number, { ...entry, isClosed: true });
  else if (passed === true) entries.set(number, { ...entry, isPassed: true });
}

const beginsOf = ({ began }: Intent) => (began === undefined ? [] : [began]);

function parseLine(text: string): ParsedLine | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is ParsedLine {
  return typeof value === 'object' && value !== null;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const areTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

function isIntent(value: unknown): value is Intent {
  if (!isObject(value)) return false;
  const { resource, digest, label, before, idempotencyKey, longest, instead } = value;
  const texts = [resource, digest, label, idempotencyKey];
  return texts.every(isText) && areTexts(before) && areTexts(instead) && typeof longest === 'number';
}

function isRun(value: unknown): value is RunRecord {
  if (!isObject(value) || !isObject(value['owner'])) return false;
  const { owner, platform, credential, placeName, isWhole } = value;
  return (
    isText(owner['host']) &&
    isText(platform) &&
    isText(credential) &&
    isText(placeName) &&
    typeof isWhole === 'boolean'
  );
}

function isPlan(value: unknown): value is PlanRecord {
  if (!isObject(value) || typeof value['ended'] !== 'number') return false;
  return [value['shown'], value['wanted'], value['foretold'] ?? [], value['takenOver'] ?? []].every(areTexts);
}

/**
 * State of a provider process.
 * - `alive`: the process or its Terraform runs.
 * - `unknown`: another host or another PID namespace; this host cannot tell.
 * - `ended`: ended normally. That says nothing about the state.
 * - `cut off`: gone without a normal end.
 */
export type Standing = 'alive' | 'unknown' | 'ended' | 'cut off';

/** An open entry of another process. */
export interface PastEntry extends JournalEntry {
  readonly path: string;
  readonly standing: Standing;
  readonly run: RunRecord;
}
