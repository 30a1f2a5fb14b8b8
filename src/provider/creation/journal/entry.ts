import type { ProcessIdentity } from './owner';

/** What a create request is about to do. Nothing of it is secret: of the fields there is only a digest. */
export interface Intent {
  /** Type name of the resource. */
  readonly resource: string;
  /** See `object-digest.ts`. */
  readonly digest: string;
  /** A few words for people: the name of a key, the host of an endpoint. */
  readonly label: string;
  /** Ids of objects that look the same and were there before: none of them is what this request makes. */
  readonly before: readonly string[];
  /** Whether `before` lists all of them. */
  readonly isComplete: boolean;
  /** Sent with every attempt of this creation, also by a later run. */
  readonly idempotencyKey: string;
  /** When the request began, milliseconds since 1970 by the platform's clock; absent where no answer has told it. */
  readonly began?: number | undefined;
  /** Longest time that one request may take, milliseconds. */
  readonly longest: number;
  /** Keys of earlier runs that this one is issued in place of: they are revoked once it is there. */
  readonly instead: readonly string[];
  /** The object is to be removed, and could not be: another one is in its place. */
  readonly isLeftover?: boolean | undefined;
}

/** One creation. Its states are in decision 8: asked for, answered (`id`), closed. */
export interface JournalEntry {
  readonly number: number;
  readonly intent: Intent;
  readonly id?: string | undefined;
  /** When each request for it began, by the platform's clock; empty where no answer has told it. */
  readonly begins: readonly number[];
  readonly isClosed: boolean;
  /** A whole run at the same place has applied a configuration without an equal resource. */
  readonly isPassed: boolean;
}

/** One process of the provider: who it is, and what it was started for. */
export interface RunRecord {
  /** Address of the platform. */
  readonly platform: string;
  /** Folder that Terraform ran in, and its data directory. */
  readonly directory: string;
  readonly data: string;
  /** File that `-state` names. */
  readonly stateFile?: string | undefined;
  readonly owner: ProcessIdentity;
  /** Absent where the system does not tell which Terraform started it. */
  readonly terraform?: ProcessIdentity | undefined;
  /** Digest of the place of the state; see `place.ts`. */
  readonly place?: string | undefined;
  /** The place in words. */
  readonly placeName: string;
  /** Digest of the credential, to be compared only. */
  readonly credential: string;
  /** Whether the run came to every object of configuration and state. */
  readonly isWhole: boolean;
  /** ISO 8601. */
  readonly at: string;
}

/** What a plan leaves for its apply, which visits only the objects that change. */
export interface PlanRecord {
  /** Where Terraform writes the plan. */
  readonly file?: string | undefined;
  /** When the provider left, milliseconds since 1970 by the machine's clock. */
  readonly ended: number;
  /** Whether its walk was whole and met no error. */
  readonly isWhole: boolean;
  /** Ids that a state has shown. */
  readonly shown: readonly string[];
  /** Type and digest of each object that it creates, as `wantedName` makes them. */
  readonly wanted: readonly string[];
}

/** Name of an object that a plan creates. @param digest undefined where its fields are known only at apply */
export const wantedName = (resource: string, digest: string | undefined): string =>
  `${resource} ${digest ?? '?'}`;

/** One file of the journal: what one process did. */
export interface JournalPages {
  readonly run: RunRecord;
  readonly entries: readonly JournalEntry[];
  readonly plan?: PlanRecord | undefined;
  /** Terraform ended the process in order: Shutdown came, no StopProvider before it, no call in flight. */
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

/** Reads one file. A line that was cut off with its writer says nothing; a file without a run of this version is none. */
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

/** A line of a later version changes nothing. */
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
  return [value['shown'], value['wanted']].every(areTexts);
}

/**
 * What became of a process of the provider.
 * - `alive`: it or its Terraform runs.
 * - `unknown`: another host or another PID namespace; nobody here can tell.
 * - `ended`: in order. It says nothing about the state.
 * - `cut off`: gone without having ended in order.
 */
export type Standing = 'alive' | 'unknown' | 'ended' | 'cut off';

/** An open entry of another process. */
export interface PastEntry extends JournalEntry {
  readonly path: string;
  readonly standing: Standing;
  readonly run: RunRecord;
}
