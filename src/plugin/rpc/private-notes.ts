import type { PrivateNotes } from '../define/context';

const nothing = new Uint8Array(0);

/** The private state of one object, as Terraform stores it: JSON with sorted names, or no bytes. */
export class StoredNotes implements PrivateNotes {
  private readonly notes: Map<string, string>;
  private touched = false;

  constructor(private readonly stored: Uint8Array = nothing) {
    this.notes = new Map(parse(stored));
  }

  get(name: string): string | undefined {
    return this.notes.get(name);
  }

  set(name: string, value: string | undefined): void {
    if (this.notes.get(name) === value) return;
    this.touched = true;
    if (value === undefined) this.notes.delete(name);
    else this.notes.set(name, value);
  }

  /** Returns the received bytes if nothing changed, because Terraform compares them. */
  encode(): Uint8Array {
    if (!this.touched) return this.stored;
    if (this.notes.size === 0) return nothing;
    return Buffer.from(
      JSON.stringify(Object.fromEntries([...this.notes].sort(([a], [b]) => (a < b ? -1 : 1)))),
    );
  }
}

function parse(stored: Uint8Array): readonly (readonly [string, string])[] {
  if (stored.length === 0) return [];
  const notes: unknown = JSON.parse(Buffer.from(stored).toString('utf8'));
  if (typeof notes !== 'object' || notes === null) return [];
  return Object.entries(notes).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}
