import { type Assumption, assumptions, type ShapeName } from '../contract/assumptions';
import { namesOf } from '../contract/fields';
import { collections, isManaged } from '../contract/operations';
import { idOf, part, type Sighting } from './observer';

/** Something that was compared. */
export interface Row {
  readonly name: string;
  readonly verdict: 'holds' | 'differs' | 'cannot be told';
  readonly detail: string;
  /** True if nothing works when it differs. */
  readonly needed: boolean;
}

type Seen = readonly Sighting[];
/** How a sighting differs, or false if it does not. Undefined if it shows nothing about the assumption. */
type Finding = string | false | undefined;

export const judge = (seen: Seen): readonly (Assumption & Row)[] =>
  assumptions.map(assumption => {
    const { name } = assumption;
    const isShape = (text: string): text is ShapeName => Object.hasOwn(shapes, text);
    const findings = isShape(name)
      ? seen.map(sighting => shapes[name](sighting, seen))
      : seen.filter(({ call }) => call.operation === name).map(ofOperation);
    const refused = seen.find(sighting => sighting.call.operation === name && !isVain(sighting));
    return { ...assumption, ...verdictOn(findings, refused?.error) };
  });

/** One difference is enough. */
function verdictOn(findings: readonly Finding[], error?: Error): Pick<Row, 'verdict' | 'detail'> {
  const differences = new Set(findings.filter(finding => typeof finding === 'string'));
  if (differences.size > 0) return { verdict: 'differs', detail: [...differences].slice(0, 3).join('; ') };
  if (findings.includes(false)) return { verdict: 'holds', detail: '' };
  return { verdict: 'cannot be told', detail: error?.message ?? 'nothing has shown it' };
}

const isVain = ({ step }: Sighting) => step === 'absent' || step === 'gone';

/** A missing object and a missing operation both answer 404: it counts only for an object that exists. */
function ofOperation(sighting: Sighting): Finding {
  const { step, status = 0, error, body } = sighting;
  if ([405, 501].includes(status) || ([404, 410].includes(status) && !isVain(sighting)))
    return `answers ${status}`;
  if (error !== undefined || isVain(sighting)) return undefined;
  return step === 'list' && !Array.isArray(part(body, 'data')) && `answers ${status} without a list "data"`;
}

/** Judges each object in a response. */
const ofObjects =
  (finding: (object: unknown, sighting: Sighting) => Finding) =>
  (sighting: Sighting): Finding => {
    const findings = sighting.objects.map(object => finding(object, sighting));
    return findings.find(Boolean) || findings.find(each => each === false);
  };

const shown = (value: unknown) => (value === undefined ? 'absent' : JSON.stringify(value));

/** Judges a field by the form of its values. */
const inForm = (field: string, form: RegExp) =>
  ofObjects(object => {
    const value = part(object, field);
    return value === undefined ? undefined : !form.test(String(value)) && shown(value);
  });

/** A new collection has no documented one. */
const prefixes: Readonly<Record<string, string>> = { webhooks: 'wh_', apiKeys: 'key_', tenants: 'ten_' };
const usualStatuses: Readonly<Record<string, number>> = { create: 201, update: 200, delete: 204 };
const isNew = ({ step }: Sighting) => step === 'create' || step === 'repeat';
const fieldsOf = ({ name }: Sighting) => (isManaged(name) ? collections[name].fields : {});
const withStep = (seen: Seen, step: string, { name }: Sighting) =>
  seen.find(other => other.step === step && other.name === name);

const shapes: Readonly<Record<ShapeName, (sighting: Sighting, seen: Seen) => Finding>> = {
  'lists.paging': (sighting, seen) => {
    const { step, name, objects } = sighting;
    const isLong = (withStep(seen, 'list', sighting)?.objects ?? []).length > 1;
    if (!isLong || (step !== 'one' && step !== 'next')) return undefined;
    if (objects.length !== 1) return `${name} answer ${objects.length} objects to limit=1`;
    const before = step === 'next' ? withStep(seen, 'one', sighting)?.objects[0] : undefined;
    return idOf(before) === idOf(objects[0]) && `the cursor of ${name} does not advance`;
  },
  'lists.next_cursor': ({ call, error, body }) => {
    if (error !== undefined || !call.operation.endsWith('.list')) return undefined;
    const cursor: unknown = Reflect.get(Object(body), 'next_cursor');
    return cursor !== null && (typeof cursor !== 'string' || cursor === '') && `it is ${shown(cursor)}`;
  },
  /** A list after a write, and the write. */
  'lists.current': (list, seen) => {
    const verb = list.step.replace('after ', '');
    const write = withStep(seen, verb, list);
    if (verb === list.step || !write || write.error || list.error || part(list.body, 'next_cursor'))
      return undefined;
    const found = list.objects.find(object => idOf(object) === (write.call.id ?? idOf(write.objects[0])));
    if (verb === 'delete') return found !== undefined && `${list.name} still show a deleted object`;
    if (found === undefined) return `${list.name} do not show a new object yet`;
    const isOld = Object.entries(write.call.body ?? {}).some(
      ([field, value]) => part(found, field) !== value,
    );
    return verb === 'update' && isOld && `${list.name} show an object as it was before its update`;
  },
  'objects.fields': ofObjects((object, sighting) => {
    if (!isManaged(sighting.name)) return undefined;
    const fields = collections[sighting.name].fields;
    const expected = namesOf(fields, 'assigned', 'writable', 'fixed');
    const absent = expected.filter(field => part(object, field) === undefined);
    const others = Object.keys(Object(object)).filter(field => !Object.hasOwn(fields, field));
    const words = [
      absent.length > 0 && `without ${absent.join(', ')}`,
      others.length > 0 && `with ${others.join(', ')}`,
    ].filter(Boolean);
    return words.length > 0 && `${sighting.name} ${words.join(' and ')}`;
  }),
  'objects.id': ofObjects((object, { name }) => {
    const [prefix = `${name} without a prefix`] = /^[A-Za-z]+_/.exec(idOf(object)) ?? [];
    return prefixes[name] === undefined ? undefined : prefix !== prefixes[name] && prefix;
  }),
  'objects.created_at': inForm('created_at', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  'objects.secrets': ofObjects((object, sighting) => {
    const secrets = namesOf(fieldsOf(sighting), 'hidden', ...(isNew(sighting) ? [] : (['issued'] as const)));
    // A masked one is none.
    const bare = secrets.filter(field => /^[^*•]+$/.test(String(part(object, field) ?? '')));
    return bare.length > 0 && `${sighting.name} show ${bare.join(', ')}`;
  }),
  'webhooks.url': ofObjects((object, { call }) => {
    const [sent, told] = [part(call.body, 'url'), part(object, 'url')];
    if (sent === undefined || told === undefined) return undefined;
    return sent !== told && `${shown(sent)} comes back as ${shown(told)}`;
  }),
  'webhooks.status': inForm('status', /^(active|degraded)$/),
  'apiKeys.environment': inForm('environment', /^(live|test)$/),
  'apiKeys.key': ofObjects((object, sighting) => {
    if (sighting.name !== 'apiKeys' || !isNew(sighting)) return undefined;
    return (
      !/^svc_(live|test)_[A-Za-z0-9]{32}$/.test(String(part(object, 'key'))) && 'a new key has another form'
    );
  }),
  'responses.status': ({ step, status, error }) => {
    const usual = error === undefined ? usualStatuses[step] : undefined;
    return usual === undefined ? undefined : status !== usual && `${step} answers ${status}`;
  },
  'responses.date': ({ error, date }) =>
    error === undefined ? date === undefined && 'there is none' : undefined,
  'requests.idempotency_key': (sighting, seen) => {
    if (sighting.step !== 'repeat' || sighting.error !== undefined) return undefined;
    const first = withStep(seen, 'create', sighting)?.objects[0];
    return idOf(first) !== idOf(sighting.objects[0]) && 'a second request creates a second object';
  },
  'errors.not_found': sighting => {
    // Others have another reason, such as a missing permission.
    const { status = 0 } = sighting;
    if (!isVain(sighting) || ![200, 400, 404, 409, 410, 422].includes(status)) return undefined;
    return status !== 404 && `it answers ${status}`;
  },
  'errors.body': ({ error, status = 0 }) =>
    error && status >= 400 ? error.refusal?.code === undefined && `a ${status} has another body` : undefined,
  'errors.retry_after': () => undefined,
};
