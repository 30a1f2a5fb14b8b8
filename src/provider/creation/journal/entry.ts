import type { Owner } from './owner';

/** What a creation is about to do. Nothing of it is secret: of the fields there is only a digest. */
export interface Intent {
  /** Type name of the resource. */
  readonly resource: string;
  /** Digest of the fields that the platform shows back; see `likeness.ts`. */
  readonly likeness: string;
  /** Ids that were there before and look the same: they are not ours. */
  readonly before: readonly string[];
  /** Whether `before` is all there was. */
  readonly isComplete: boolean;
}

/**
 * How far a creation came.
 * - `intended`: the request may or may not have been made.
 * - `made`: the object exists, and nobody has been told.
 * - `answering`: Terraform was told, and nothing speaks against its having heard.
 * - `unheard`: nobody was there to hear the answer.
 * - `contested`: several objects could be the one, so no later guess is right.
 * - `closed`: refused, settled, or seen in a state.
 */
export type Step = 'intended' | 'made' | 'answering' | 'unheard' | 'contested' | 'closed';

const steps: ReadonlySet<string> = new Set<Step>([
  'intended',
  'made',
  'answering',
  'unheard',
  'contested',
  'closed',
]);

export interface JournalEntry {
  readonly number: number;
  readonly intent: Intent;
  readonly step: Step;
  readonly id?: string | undefined;
  /** Runs of Terraform that looked at all states and did not see its object. */
  readonly unseenIn: readonly string[];
}

/** One file: what one process has created. */
export interface JournalPages {
  readonly owner: Owner;
  /** Which states hold what it created; see `state-place.ts`. Absent in a journal of an older version. */
  readonly statePlace?: string | undefined;
  readonly entries: readonly JournalEntry[];
}

export const firstLine = (owner: Owner, statePlace?: string) => `${JSON.stringify({ owner, statePlace })}\n`;
export const intentLine = (number: number, intent: Intent) => `${JSON.stringify({ number, intent })}\n`;
export const stepLine = (number: number, step: Step, id?: string) =>
  `${JSON.stringify({ number, step, id })}\n`;
export const unseenLine = (number: number, run: string) => `${JSON.stringify({ number, unseenIn: run })}\n`;
/** Somebody is importing its object: what was not seen before counts no more. */
export const importedLine = (number: number) => `${JSON.stringify({ number, unseenIn: null })}\n`;

/** Reads a journal. A line that was cut off by the end of its writer says nothing; a file without owner is none. */
export function readPages(text: string): JournalPages | undefined {
  const [first, ...lines] = text.split('\n').map(parseLine);
  const owner = first?.['owner'];
  if (!isOwner(owner)) return undefined;
  const entries = new Map<number, JournalEntry>();
  for (const line of lines) {
    const { number, intent } = line ?? {};
    if (line === undefined || typeof number !== 'number') continue;
    const entry = entries.get(number);
    if (isIntent(intent)) entries.set(number, { number, intent, step: 'intended', unseenIn: [] });
    else if (entry !== undefined) entries.set(number, continued(entry, line));
  }
  const statePlace = first?.['statePlace'];
  return {
    owner,
    statePlace: typeof statePlace === 'string' ? statePlace : undefined,
    entries: [...entries.values()],
  };
}

/** An entry with a later line of its own; a line of a later version changes nothing. */
function continued(entry: JournalEntry, { step, id, unseenIn }: ParsedLine): JournalEntry {
  if (isStep(step)) return { ...entry, step, id: typeof id === 'string' ? id : entry.id };
  if (typeof unseenIn === 'string')
    return { ...entry, unseenIn: [...new Set([...entry.unseenIn, unseenIn])] };
  return unseenIn === null ? { ...entry, unseenIn: [] } : entry;
}

type ParsedLine = Readonly<Record<string, unknown>>;

function parseLine(line: string): ParsedLine | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isStep(value: unknown): value is Step {
  return typeof value === 'string' && steps.has(value);
}

function isObject(value: unknown): value is ParsedLine {
  return typeof value === 'object' && value !== null;
}

function isOwner(value: unknown): value is Owner {
  return isObject(value) && typeof value['host'] === 'string' && typeof value['pid'] === 'number';
}

function isIntent(value: unknown): value is Intent {
  if (!isObject(value) || !Array.isArray(value['before'])) return false;
  return typeof value['resource'] === 'string' && typeof value['likeness'] === 'string';
}
