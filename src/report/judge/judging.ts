import { hostOf } from '../../risks/host';
import type { Blanking } from '../blanking';
import type { Action, Part, Subject } from '../model';
import { name } from '../phrase';
import { listIn, member, textIn } from '../plan/json';
import { originOf } from '../plan/origin';
import type { Plan } from '../plan/plan';
import { isSensitive, type PlannedObject } from '../plan/planned-object';

/** What every judgement reads: the plan, and how foreign texts are shown. */
export interface Judging {
  readonly plan: Plan;
  readonly shown: Blanking;
  /** Keys of the provider blocks whose platform is certainly the live one. */
  readonly liveProviders: ReadonlySet<string>;
}

const kinds: Readonly<Record<string, Subject['kind']>> = {
  svc_api_key: 'api-key',
  svc_webhook_endpoint: 'webhook-endpoint',
};

export const kindOf = ({ type, isData }: PlannedObject): Subject['kind'] =>
  isData ? 'data-source' : ((Object.hasOwn(kinds, type) ? kinds[type] : undefined) ?? 'other');

/** Returns the object as a report names it. An endpoint's address holds tokens: its host alone is shown. */
export function subjectOf(object: PlannedObject, { plan, shown }: Judging): Subject {
  const kind = kindOf(object);
  const values = object.before ?? object.after;
  const visible = (attribute: string) =>
    isSensitive(object, attribute) ? undefined : textIn(member(values, attribute));
  const host = hostOf(visible('url'));
  const label = kind === 'api-key' ? visible('name') : undefined;
  const id = textIn(member(object.before, 'id'));
  const tenant = kind === 'api-key' ? visible('tenant_id') : undefined;
  const alias = plan.configuration.blocks.get(object.block)?.alias;
  return {
    address: shown.address(object.address),
    kind,
    type: shown.text(object.type),
    label: host === undefined ? nullable(label, text => shown.text(text)) : shown.host(host),
    id: nullable(id, text => shown.identifier(text)),
    tenant: nullable(tenant, text => shown.text(text)),
    providerAlias: nullable(alias, text => shown.text(text)),
  };
}

const nullable = (text: string | undefined, show: (text: string) => string) =>
  text === undefined ? null : show(text);

/** The name by which sentences call an object. */
export const nameOf = ({ label, address }: Subject): Part => name(label ?? address);

/** Returns what a plan does to an object, in one word. */
export function actionOf({ actions, isImported, previousAddress, address }: PlannedObject): Action {
  if (actions.length > 1) return 'replace';
  const [action = 'no-op'] = actions;
  if (action === 'create' || action === 'update' || action === 'delete') return action;
  if (action === 'forget' || action === 'read') return action;
  if (isImported) return 'import';
  return previousAddress !== undefined && previousAddress !== address ? 'move' : 'none';
}

/** True if the provider block of this object says that the platform lacks an operation. */
export function lacks({ configuration }: Plan, { block }: PlannedObject, operation: string): boolean {
  const key = configuration.blocks.get(block)?.providerKey;
  const provider = key === undefined ? undefined : configuration.providers.get(key);
  if (provider === undefined) return false;
  const { constants } = originOf(member(provider.expressions, 'unavailable_operations'), provider);
  return constants.some(names => listIn(names).includes(operation));
}
