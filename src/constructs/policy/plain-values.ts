import { at, isRecord, isUnresolved, plainText } from '../checks/values';
import { judgeEndpoint, judgeKey, type PolicyFindings } from './rules/judge';
import type { Policy } from './rules/policy';

/** Holds a key to a policy, as its program has configured it. A token is unknown: the report judges it in the plan. */
export function judgePlainKey(policy: Policy, key: object): PolicyFindings {
  const rotation = at(key, 'rotationInput');
  const given: Readonly<Record<string, unknown>> = {
    scopes: at(key, 'scopesInput'),
    unrestricted: at(key, 'unrestrictedInput'),
    rotation,
    'rotation.after_days': at(rotation, 'afterDays'),
    'rotation.triggers': at(rotation, 'triggers'),
  };
  const [after_days, triggers] = [given['rotation.after_days'], given['rotation.triggers']];
  const values = {
    scopes: textsIn(given['scopes']),
    unrestricted: given['unrestricted'] === true,
    tenant_id: plainText(at(key, 'tenantIdInput')),
    rotation: recordIn(rotation) && {
      after_days: typeof after_days === 'number' && isPlain(after_days) ? after_days : undefined,
      triggers: withoutUndefined(recordIn(triggers)),
    },
  };
  return judgeKey(policy, values, path => {
    // Terraform takes a text of digits for a number. The report judges it in the plan.
    if (path === 'rotation.after_days' && typeof after_days === 'string') return false;
    return isPlain(given[path]);
  });
}

export function judgePlainEndpoint(policy: Policy, endpoint: object): PolicyFindings {
  const [events, secret] = [at(endpoint, 'eventsInput'), at(endpoint, 'secretInput')];
  const given: Readonly<Record<string, unknown>> = { events, secret };
  const values = {
    url: plainText(at(endpoint, 'urlInput')),
    events: textsIn(events),
    secret: plainText(secret),
  };
  return judgeEndpoint(policy, values, path => isPlain(given[path]));
}

/** True if a synthesis knows the whole value. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return plainText(value) !== undefined;
  return !isUnresolved(value) && (!Array.isArray(value) || value.every(isPlain));
}

const textsIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && !isUnresolved(value) ? value.flatMap(item => plainText(item) ?? []) : undefined;

/** cdktf leaves an undefined trigger out of the JSON. */
const withoutUndefined = (triggers: object | undefined): object | undefined =>
  triggers && Object.fromEntries(Object.entries(triggers).filter(([, value]) => value !== undefined));

const recordIn = (value: unknown): object | undefined =>
  isRecord(value) && !isUnresolved(value) ? value : undefined;
