import { contract, type OperationName, operationNames } from './operations';
import { wire } from './page';

/** One statement about the platform that this project rests on. */
export interface Assumption {
  /** `doctor --json` has it. An operation has its name in the contract. */
  readonly name: OperationName | ShapeName;
  readonly source: 'documented' | 'assumed';
  /** The documented paragraph, or the one that the assumption is based on. */
  readonly paragraph: string;
  readonly says: string;
  /** What this project does if the platform differs. */
  readonly otherwise: string;
  /** What the difference may cost. All but words ends `doctor` with 1. */
  readonly costs: Cost;
  /** True if it does not work then. */
  readonly needed: boolean;
}

export type Cost = 'loses' | 'doubles' | 'leaves a key' | 'words';

type Terms = Omit<Assumption, 'name' | 'needed'>;

const statement = (source: Assumption['source']) => (paragraph: string, says: string) => ({
  otherwise: (otherwise: string, costs: Cost = 'words'): Terms => ({
    source,
    paragraph,
    says,
    otherwise,
    costs,
  }),
});
const assumed = statement('assumed');
const documented = statement('documented');

const eachPlan =
  'Each plan changes it back, and equal objects are not found. Write what comes back, or add it to `ignore_changes`.';

/** The forms of requests and responses. `doctor` tells whether they hold. */
const shapes = {
  'lists.next_cursor': assumed(
    '4.1',
    'Each page has `next_cursor`, the `cursor` of the next one, and null on the last one.',
  ).otherwise(
    'An empty one ends the list. After an absent one nobody can tell: lists and plans that create something warn, unless `lists_are_whole = true`. A list that does not advance is an error. Nobody can tell whether a list leaves out objects: an equal one among them is made again.',
    'doubles',
  ),
  'lists.limit': assumed('4.1', 'A list takes `limit=100`.').otherwise(
    'After 400 or 422, it is read without `limit`. `page_size` names another limit.',
  ),
  'lists.current': assumed('4.1', 'A list shows each write at once.').otherwise(
    'A difference that only a list shows is confirmed by a GET.',
  ),
  'objects.current': assumed('4.1', 'A GET shows each write at once.').otherwise(
    'An object that is younger than a minute, and that no read shows, is asked for again, for ten seconds of a walk. Where no `created_at` is shown, it counts as deleted, and the next apply makes another.',
    'doubles',
  ),
  'objects.fields': documented('2.1', 'Objects have the fields of the contract.').otherwise(
    'The state keeps the value of an absent field, and other fields are ignored. So a platform that omits null never shows ' +
      'that somebody cleared a field. Only `id`, and the `key` of a new key, are needed. An object whose id changes later counts as deleted, and stays.',
  ),
  'objects.created_at': documented('2.1', '`created_at` is an ISO 8601 time in UTC.').otherwise(
    'It is shown as it comes. An unreadable one proves nothing about an object’s age. A rotation by age comes later if an update renews it.',
  ),
  'objects.secrets': documented(
    '2.1',
    'No response has `secret`, and only that to a create `key`.',
  ).otherwise(
    'They are ignored. Tell the platform: everybody who may list the objects can read them. One in the answer to a create or an update that is neither what was sent nor a mask of it is a warning. Only a signed delivery shows that the platform has cut a secret.',
    'loses',
  ),
  'webhooks.url': assumed('2.1', '`url` comes back as it was sent.').otherwise(
    `Addresses are compared in their canonical form. The state keeps the configured spelling. Another address: ${eachPlan}`,
    'doubles',
  ),
  'webhooks.events': assumed('2.1', '`events` comes back as it was sent, in any order.').otherwise(
    eachPlan,
    'doubles',
  ),
  'apiKeys.scopes': assumed('5.1', '`scopes` comes back as it was sent, in any order.').otherwise(
    'Each plan changes it back, and equal keys are not found. Write what comes back: with `ignore_changes`, a rotation issues all that the platform shows. Others may imply more.',
    'doubles',
  ),
  'apiKeys.name': assumed('5.1', '`name` comes back as it was sent.').otherwise(eachPlan, 'doubles'),
  'apiKeys.tenant_id': assumed('5.1', '`tenant_id` comes back as it was sent.').otherwise(
    'It never changes, so the state keeps the configured one: a key that others move to another tenant is not seen. The create says ' +
      'so. Equal keys are not found. After an import, a plan is an error that names both. The probe asks for one tenant: where keys of another are made and not shown, each apply issues one more, and says that the one before is unknown.',
    'doubles',
  ),
  'webhooks.status': documented('3.1', '`status` is `active` or `degraded`.').otherwise(
    'Another one is shown, and a warning names it.',
  ),
  'apiKeys.environment': assumed('2.4', '`environment` is `live` or `test`.').otherwise(
    'Another one counts as live in guards, gates and risks.',
  ),
  'apiKeys.key': documented(
    '2.4',
    'A key is `svc_live_` or `svc_test_` and 32 letters and digits.',
  ).otherwise('Another form counts as live, and is a warning where the provider uses it.'),
  'requests.idempotency_key': assumed('4.1', 'One `Idempotency-Key` creates one object.').otherwise(
    'A lost response may leave an extra key, which a warning names. A lost endpoint is found in the list.',
    'leaves a key',
  ),
  'requests.equal': assumed('4.1', 'An equal POST makes another object.').otherwise(
    'An answer with an object that was there before is an error, and no state gets it. The request may have changed it. Rotate no key where a create changes or revokes the equal one: each value that the state has is lost. One that restores a deleted endpoint may keep its former secret, which nothing shows.',
    'loses',
  ),
  'errors.not_found': assumed('7', 'A request for an object that does not exist answers 404.').otherwise(
    '410 means the same. With another status, an object that is gone is an error. If it is still shown, as with `deleted_at`, its deletion is not noticed.',
    'loses',
  ),
  'errors.body': assumed(
    '7',
    'Errors are `{"error": {"code", "message", "fields"?, "request_id"?}}`.',
  ).otherwise(
    'Messages show the reason of the usual other shapes. It proves nothing: a 404 counts only if a list confirms it.',
  ),
} satisfies Record<string, Terms>;

export type ShapeName = keyof typeof shapes;

const nameIt = 'Name it in `unavailable_operations`.';
const updated = `${nameIt} A change plans as a replacement. PUT is not supported. If one resets what it was not sent, the apply sends all fields, and says so.`;
const leftBehind = `${nameIt} A destroy drops the object from the state, and a warning names what is left behind.`;
/** What happens without an operation or with another one, and what that may cost, by its name or its verb. */
const without: Readonly<Record<string, readonly [otherwise: string, costs: Cost]>> = {
  'tenants.list': ['Tenants are neither listed nor checked.', 'words'],
  'webhooks.create': ['None can be created.', 'doubles'],
  create: [
    'None can be created. A key without its value is named. A quota may end the oldest key at each create: the next plan says that it is unknown.',
    'leaves a key',
  ],
  list: [`${nameIt} Reads use GET. Equal objects and lost creates are not found.`, 'doubles'],
  get: [`${nameIt} Reads use the list.`, 'words'],
  'apiKeys.update': [`${updated} Nothing shows that it ends the value.`, 'loses'],
  update: [`${updated} Nothing shows a secret that was reset, or refused within a 2xx.`, 'loses'],
  'apiKeys.delete': [
    `${leftBehind} Rotate no key where it revokes an equal one, too. No apply sees a value that goes on working.`,
    'leaves a key',
  ],
  delete: [leftBehind, 'loses'],
};

function ofOperation(name: OperationName): Assumption {
  const { source, paragraph, method, path } = contract[name];
  const verb = name.slice(name.indexOf('.') + 1);
  const answer = verb === 'list' ? ` answers \`{"${wire.list}": […], "${wire.cursor}": …}\`` : '';
  const [otherwise = '', costs = 'words'] = without[name] ?? without[verb] ?? [];
  const says = `\`${method} ${path}\`${answer}`;
  const needed = source === 'documented' && verb === 'create';
  return { name, source, paragraph, says, otherwise, costs, needed };
}

/** Every assumption: the operations of the collections, from the contract, and the forms of requests and responses. */
export const assumptions: readonly Assumption[] = [
  ...operationNames.filter(name => !name.startsWith('oauth.')).map(ofOperation),
  // The cast is sound: a table has no other names than its own.
  ...Object.entries(shapes).map(([name, terms]) => ({ name: name as ShapeName, ...terms, needed: false })),
];
