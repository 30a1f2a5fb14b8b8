import { Listing } from '../collections/listing';
import { secretsIn } from '../contract/fields';
import * as contract from '../contract/operations';
import { Cancelled, NotFound, PlatformError } from '../errors';
import type { Call } from '../http/request';
import type { Transport } from '../http/transport';

type Name = contract.ManagedCollectionName;
/** The purpose of a call. `one` and `next` are pages of one object; `absent` and `gone` read what does not exist. */
type Step = contract.Verb | 'one' | 'next' | 'absent' | 'gone' | 'repeat' | `after ${contract.Verb}`;

/** One call with its raw response. The decoders of the contract would hide how the platform differs. */
export interface Sighting {
  readonly step: Step;
  readonly name: contract.CollectionName;
  readonly call: Call;
  /** Absent without a response. */
  readonly status?: number | undefined;
  /** The JSON of a 2xx response, and the objects in it. */
  readonly body?: unknown;
  readonly objects: readonly unknown[];
  /** The header. */
  readonly date?: string | undefined;
  readonly error?: PlatformError;
}

/** Reads a property of a response. Null is no value. */
export const part = (value: unknown, name: string): unknown => Reflect.get(Object(value), name) ?? undefined;
export const idOf = (object: unknown) => (part(object, 'id') === undefined ? '' : String(part(object, 'id')));

const page = { query: { limit: '100' } };

/** Calls the platform, keeps what it answers, and removes what a probe has made. */
export class Observer {
  readonly sightings: Sighting[] = [];
  private readonly made = new Map<string, Name>();
  private isCleaning = false;

  /** @param mark random text that each object of a probe contains. An object with it is ours. */
  constructor(
    private readonly transport: Transport,
    private readonly mark: string,
    private readonly stopped?: AbortSignal,
  ) {}

  /** Reads each collection, and changes nothing. */
  async read(): Promise<void> {
    for (const name of contract.collectionNames) {
      const first = await this.look(name, 'list', page);
      const one = first.error ? first : await this.look(name, 'list', { query: { limit: '1' } }, 'one');
      const cursor = part(one.body, 'next_cursor');
      if (cursor) await this.look(name, 'list', { query: { limit: '1', cursor: String(cursor) } }, 'next');
      if (!contract.isManaged(name)) continue;
      const id = idOf(first.objects[0]);
      if (id !== '') await this.look(name, 'get', { id });
      await this.look(name, 'get', { id: this.mark }, 'absent');
    }
  }

  /** Makes, changes and removes one endpoint, with an address that nobody can have, and one key. */
  async probe(secret: string, announce: (line: string) => void): Promise<void> {
    const { mark } = this;
    // The host in capitals and the port of the scheme: this address is not in canonical form.
    const endpoint = { url: `https://DOCTOR.invalid:443/${mark}`, events: ['alert.created'], secret };
    const id = await this.make('webhooks', endpoint, announce);
    await this.make('webhooks', endpoint, announce, 'repeat');
    await this.follow('webhooks', id, { url: `https://doctor.invalid/${mark}/updated` });
    const objects = this.sightings.flatMap(seen => (seen.name === 'tenants' ? seen.objects : []));
    const holders = this.sightings.flatMap(seen => seen.objects.map(object => part(object, 'tenant_id')));
    const tenant_id = idOf(objects[0]) || holders.find(holder => holder !== undefined);
    if (tenant_id === undefined) return;
    const key = { name: `doctor ${mark}`, tenant_id, scopes: ['tenants:read'] };
    await this.follow('apiKeys', await this.make('apiKeys', key, announce), {
      name: `doctor ${mark} updated`,
    });
  }

  /** Removes what a probe has left. Returns what it could not remove. */
  async cleanUp(): Promise<readonly string[]> {
    this.isCleaning = true;
    const unseen: string[] = [];
    const isLost = ({ call, objects, error }: Sighting) =>
      call.idempotencyKey !== undefined && objects.length === 0 && error?.mayHaveTakenEffect !== false;
    const lost = this.sightings.filter(isLost).map(({ name }) => name as Name);
    for (const name of new Set(lost)) {
      const item = (object: unknown) => ({ id: idOf(object), text: JSON.stringify(object) });
      const list = new Listing({ transport: this.transport, list: `${name}.list`, item });
      const all = await list.all().catch(() => []);
      const ours = all.filter(({ id, text }) => text.includes(this.mark) && !this.made.has(id));
      for (const { id } of ours) this.made.set(id, name);
      // The platform may still process the request.
      if (ours.length < lost.filter(each => each === name).length)
        unseen.push(`what may still appear in ${name} with ${this.mark}`);
    }
    for (const [id, name] of this.made) await this.remove(name, id);
    return [...this.made.keys(), ...unseen];
  }

  private async make(name: Name, body: object, announce: (line: string) => void, step: Step = 'create') {
    const { fields } = contract.collections[name];
    const call = { body, secrets: secretsIn(fields, body), idempotencyKey: this.mark };
    const [object] = (await this.look(name, 'create', call, step)).objects;
    for (const secret of secretsIn(fields, Object(object))) this.transport.redactor.remember(secret);
    const id = idOf(object);
    if (id !== '' && !this.made.has(id)) announce(`Created ${id}, to be removed at the end.`);
    if (id !== '') this.made.set(id, name);
    return id;
  }

  private async follow(name: Name, id: string, changes: object): Promise<void> {
    if (id === '') return;
    await this.look(name, 'list', page, 'after create');
    await this.look(name, 'get', { id });
    await this.look(name, 'update', { id, body: changes });
    await this.look(name, 'list', page, 'after update');
    await this.remove(name, id);
    await this.look(name, 'list', page, 'after delete');
  }

  /** A platform may answer 2xx and do nothing, so a read confirms it. */
  private async remove(name: Name, id: string): Promise<void> {
    const { error } = await this.look(name, 'delete', { id });
    if (error !== undefined && !(error instanceof NotFound)) return;
    const { objects } = await this.look(name, 'get', { id }, 'gone');
    if (objects.length === 0) this.made.delete(id);
  }

  private async look(
    name: contract.CollectionName,
    verb: contract.Verb,
    more: Partial<Call>,
    step: Step = verb,
  ): Promise<Sighting> {
    // The cast is sound: only lists of collections that are not managed are called.
    const call = { ...more, operation: `${name}.${verb}` as contract.OperationName };
    if (this.stopped?.aborted && !this.isCleaning) throw new Cancelled(call);
    const sighting = await this.transport.call(call).then(
      ({ status, body, header }): Sighting => ({
        step,
        name,
        call,
        status,
        date: header('date'),
        ...contentOf(body.text),
      }),
      (error: unknown): Sighting => {
        if (error instanceof PlatformError)
          return { step, name, call, status: error.status, error, objects: [] };
        throw error;
      },
    );
    this.sightings.push(sighting);
    return sighting;
  }
}

function contentOf(text = ''): Pick<Sighting, 'body' | 'objects'> {
  try {
    const body: unknown = JSON.parse(text);
    const data = part(body, 'data');
    const found: readonly unknown[] = Array.isArray(data) ? data : [body];
    return { body, objects: found.filter(object => idOf(object) !== '') };
  } catch {
    return { objects: [] };
  }
}
