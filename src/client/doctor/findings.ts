import { type Assumption, assumptions } from '../contract/assumptions';
import { canonicalAddress } from '../contract/canonical-address';
import { maskSign } from '../contract/decode';
import { namesOf, namesShownOtherwise } from '../contract/fields';
import type { ManagedCollectionName, OperationName } from '../contract/operations';
import { collections, isCollectionName, isManaged } from '../contract/operations';
import { wire } from '../contract/page';
import { otherSecrets } from '../contract/shown-secrets';
import { property } from '../errors/platform-refusal';
import { type Answer, faultOf, idOf, isAbsence, isGet, isList, part } from './answer';

/** Something that was compared. */
export interface Row {
  readonly name: string;
  readonly verdict: 'holds' | 'differs' | 'cannot be told';
  readonly detail: string;
  /** True if nothing works when it differs. */
  readonly needed: boolean;
}

/** How the platform differs, or false if it does not. */
type Observation = string | false;
type Name = ManagedCollectionName;
type Note = readonly [name: string, finding: Observation, by: OperationName | undefined, isHarmless: boolean];

/** The forms of fields. A masked value says nothing about its form. */
const forms = [
  ['objects.created_at', /^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"$/],
  ['webhooks.status', /^"(active|degraded)"$/],
  ['apiKeys.environment', /^"(live|test)"$/],
  ['apiKeys.key', /^"svc_(live|test)_[A-Za-z0-9]{32}"$/],
] as const;

/** The fields that come back as they were sent. An address has its own words. */
const asSent = ['webhooks.events', 'apiKeys.scopes', 'apiKeys.name', 'apiKeys.tenant_id'] as const;

/** What no request shows of an assumption that holds. */
const remarks: Partial<Record<Assumption['name'], string>> = {
  'lists.next_cursor': 'whether lists leave out objects cannot be told',
  'objects.secrets': 'whether a secret is kept whole, only a signed delivery shows',
  'apiKeys.create': 'whether a quota ends older keys cannot be told',
  'apiKeys.scopes': 'how others, or none, come back cannot be told',
  'apiKeys.tenant_id': 'what becomes of keys of other tenants cannot be told',
  'requests.equal': 'what one after a deletion makes cannot be told',
};

/** An update may show later than in its answer. A GET tells whether it comes back so. */
const isEarly = (by: OperationName) => by.endsWith('.update');

/** What the platform has shown about each assumption. */
export class Findings {
  private readonly notes: Note[] = [];
  private readonly refused = new Map<string, string>();

  /** @param clean makes a value of the platform fit for a message */
  constructor(private readonly clean: (text: string) => string) {}

  /**
   * @param by the call that has shown it. A form holds as far as these calls go, and no further
   * @param isHarmless true for a difference that costs only words, whatever others of this assumption may cost
   */
  note(name: Assumption['name'], finding: Observation, by?: OperationName, isHarmless = false): void {
    this.notes.push([name, finding, by, isHarmless]);
  }

  /** One difference is enough. */
  rows(): readonly (Assumption & Row)[] {
    return assumptions.map(assumption => {
      const { name } = assumption;
      const notes = this.notes.filter(([each]) => each === name);
      const differences = notes.filter(([, finding]) => finding !== false);
      if (differences.length > 0) {
        const costs = differences.every(([, , , isHarmless]) => isHarmless) ? 'words' : assumption.costs;
        const found = [...new Set(differences.map(([, finding]) => finding))];
        return { ...assumption, costs, verdict: 'differs', detail: found.slice(0, 3).join('; ') };
      }
      if (notes.length > 0) {
        const calls = [...new Set(notes.flatMap(([, , by]) => by ?? []))].join(', ');
        const details = [calls && `shown by ${calls}`, remarks[name]].filter(Boolean);
        return { ...assumption, verdict: 'holds', detail: details.join('; ') };
      }
      const detail = this.refused.get(name) ?? 'nothing has shown it';
      return { ...assumption, verdict: 'cannot be told', detail };
    });
  }

  /** @param isTrial as in `Questions.ask` */
  judgeAnswer(operation: OperationName, answer: Answer, isTrial: boolean, id?: string): void {
    const { status = 0, error } = answer;
    this.judgeOperation(operation, answer, isTrial, id);
    if (isGet(operation) && isTrial) this.judgeNotFound(operation, status);
    if (error === undefined && isList(operation)) this.judgeCursor(operation, answer);
    if (error === undefined) return;
    if (!isTrial) this.refused.set(operation, error.message);
    const { code, message } = error.facts.refusal ?? {};
    const isOther = !(code && message) && `a ${status} has another body`;
    if (status >= 400) this.note('errors.body', isOther, operation);
  }

  private judgeOperation(operation: OperationName, answer: Answer, isTrial: boolean, id?: string): void {
    const { status = 0, error } = answer;
    const isMissing = [405, 501].includes(status) || (isAbsence(answer) && !isTrial);
    // Who declares it unavailable never calls it, and nothing is lost.
    const isHarmless = isMissing && /\.(create|update)$/.test(operation);
    // A redirect is not followed, and the platform may have created something.
    const isRedirect = status >= 300 && status < 400;
    if (isMissing || isRedirect) this.note(operation, `answers ${status}`, undefined, isHarmless);
    if (isMissing || isRedirect || error !== undefined || isTrial) return;
    const fault = faultOf(operation, answer, id);
    // Only a read shows the effect of a write.
    if (fault || isList(operation) || isGet(operation)) this.note(operation, fault);
  }

  /** Judges the answer to a GET of what nobody has. */
  private judgeNotFound(operation: OperationName, status: number): void {
    // Others have another reason, such as a missing permission.
    const isRefused = [operation, operation.replace('.get', '.list')].some(each => this.refused.has(each));
    const telling = [200, 400, 404, 409, 410, 422, ...(isRefused ? [] : [401, 403])];
    const isOther = status !== 404 && `it answers ${status}`;
    if (telling.includes(status)) this.note('errors.not_found', isOther, operation, status !== 200);
  }

  private judgeCursor(operation: OperationName, { body, objects }: Answer): void {
    const cursor = property(body, wire.cursor);
    if (cursor === null || (typeof cursor === 'string' && cursor !== '')) return;
    const isCut = cursor === undefined && objects.length > 0;
    const seen = isCut ? `: only the first ${objects.length} of ${operation.split('.')[0]} are seen` : '';
    this.note('lists.next_cursor', `it is ${this.shown(cursor)}${seen}`, undefined, !isCut);
  }

  /** @param list without a cursor, so that a total is the number of its objects if nothing follows */
  judgeTotal(operation: OperationName, { body, objects }: Answer): void {
    const total = Number(part(body, 'total') ?? part(body, 'total_count') ?? 0);
    if (property(body, wire.cursor) === null && total > objects.length)
      this.note('lists.next_cursor', `it is null after ${objects.length} of ${total} objects`, operation);
  }

  /** @param next the page that the cursor of the first one leads to, if it has a cursor */
  judgePages(operation: OperationName, list: Answer, first: Answer, next?: Answer): void {
    const isEnd = (page?: Answer) => property(page?.body, wire.cursor) === null;
    const note = (finding: Observation) => this.note('lists.next_cursor', finding, operation);
    const [ids, all] = [first.objects.map(idOf), list.objects.length];
    const { status = 0, objects = [] } = next ?? {};
    if (isEnd(first) && ids.length < all) note(`it is null after ${ids.length} of ${all} objects`);
    else if ([400, 404, 410, 422].includes(status)) note(`a request with it answers ${status}`);
    else if (objects.some(object => ids.includes(idOf(object)))) note('a request with it has the same page');
    else if (objects.length > 0 && (isEnd(list) || isEnd(next))) note(false);
  }

  /** @param sent body of the request */
  judgeObject(by: OperationName, object: unknown, sent: unknown): void {
    const [name = '', verb] = by.split('.');
    // What others say of an object that is gone, such as `{"id", "deleted"}`, is no object.
    if (verb === 'delete') return;
    this.judgeForms(by, object);
    this.judgeAddress(by, object, sent);
    if (!isCollectionName(name) || !isManaged(name)) return;
    this.judgeFields(name, by, object, sent);
    this.judgeSecrets(name, by, object, sent);
  }

  private judgeForms(by: OperationName, object: unknown): void {
    for (const [form, pattern] of forms) {
      const [collection = '', field = ''] = form.split('.');
      const value = part(object, field);
      if (value === undefined || maskSign.test(String(value))) continue;
      if (collection !== 'objects' && !by.startsWith(collection)) continue;
      const isOther = !pattern.test(JSON.stringify(value));
      // Digits would be masked.
      const shown = typeof value === 'string' ? value.replace(/\d/g, 'd') : value;
      this.note(form, isOther && (field === 'key' ? 'a key has another form' : this.shown(shown)), by);
    }
  }

  private judgeAddress(by: OperationName, object: unknown, sent: unknown): void {
    const [before, after] = [part(sent, 'url'), part(object, 'url')];
    const isSame = canonicalAddress(before) === after;
    const other = `it comes back ${isSame ? 'in canonical form' : 'as another address'}`;
    if (before && after) this.note('webhooks.url', before !== after && other, by, isSame || isEarly(by));
  }

  private judgeFields(name: Name, by: OperationName, object: unknown, sent: unknown): void {
    const { fields, item } = collections[name];
    // The decoder leaves out what it cannot read. Null is a value of an optional field alone.
    const told = item(object, name);
    const changed = namesShownOtherwise(fields, Object(sent), told);
    for (const form of asSent) {
      const [collection, field = ''] = form.split('.');
      if (collection !== name || part(sent, field) === undefined || !Object.hasOwn(told, field)) continue;
      const value = part(object, field);
      this.note(form, changed.includes(field) && `it comes back as ${this.shown(value)}`, by, isEarly(by));
    }
    const shownFields = namesOf(fields, 'assigned', 'writable', 'fixed');
    const absent = shownFields
      .filter(field => !Object.hasOwn(told, field))
      .map(field => (part(object, field) === undefined ? field : `${field} that can be read`));
    this.note('objects.fields', absent.length > 0 && `${name} without ${absent.join(', ')}`, by);
  }

  private judgeSecrets(name: Name, by: OperationName, object: unknown, sent: unknown): void {
    const { fields } = collections[name];
    const isNew = by.endsWith('.create');
    const textIn = (field: string) => String(part(object, field) ?? '');
    const isWhole = (field: string) => textIn(field) !== '' && !maskSign.test(textIn(field));
    const unissued = isNew ? namesOf(fields, 'issued').filter(field => !isWhole(field)) : [];
    if (unissued.length > 0) this.note(`${name}.create`, `answers without ${unissued.join(', ')}`);
    for (const field of otherSecrets(fields, Object(sent), object).keys())
      this.note('objects.secrets', `${name} show another ${field} than was sent`, by);
    const secrets = namesOf(fields, 'hidden', ...(isNew ? [] : (['issued'] as const)));
    // A masked one is none. The one that was sent may stand in any field.
    const isSent = (field: string) => JSON.stringify(object).includes(String(part(sent, field) || '\uffff'));
    // The end of a key is none either.
    const isBare = (field: string) => isWhole(field) && (field !== 'key' || textIn(field).length >= 16);
    const bare = secrets.filter(field => isSent(field) || isBare(field));
    this.note('objects.secrets', bare.length > 0 && `${name} show ${bare.join(', ')}`, by);
  }

  private shown(value: unknown): string {
    return value === undefined ? 'absent' : this.clean(JSON.stringify(value));
  }
}
