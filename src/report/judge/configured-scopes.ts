import type { Finding } from '../../risks/finding';
import { issuedBeyond } from '../../risks/reach';
import { instanceKeysOf } from '../plan/address';
import { instanceOf } from '../plan/configuration';
import { givenTo, inputsOf, textsWithin } from '../plan/inputs';
import { type Json, member, textsIn } from '../plan/json';
import type { Plan } from '../plan/plan';
import type { PlannedObject } from '../plan/planned-object';
import { plannedKey } from './decoded';

/**
 * Returns a risk if a key is issued with more than its block names. Terraform applies `ignore_changes` before it calls the
 * provider, so no planned value shows what the block asks for: only its expressions do. Nothing where these have references, since
 * a plan shows `concat(var.base, ["x"])` as it shows `var.base`.
 */
export function beyondBlock(object: PlannedObject, { configuration }: Plan): readonly Finding[] {
  const block = configuration.blocks.get(object.block);
  const key = plannedKey(object);
  if (block === undefined || key === undefined) return [];
  const [scopes, unrestricted] = reachArguments.map(name => member(block.expressions, name));
  if (![scopes, unrestricted].every(isConstant)) return [];
  const configured = [scopes, unrestricted].map(expression => member(expression, 'constant_value'));
  return issuedBeyond({ scopes: textsWithin(configured), unrestricted: configured.includes(true) }, key);
}

/**
 * True if constants and values of variables surely name all that a key is planned with. A plan shows `!var.limited` as it shows
 * `var.limited`, so only a constant asks for no limits. And it shows all that a function or an instance may choose from: of that,
 * a key must be planned with each.
 */
export function isWithinBlock(object: PlannedObject, plan: Plan): boolean {
  const block = plan.configuration.blocks.get(object.block);
  const key = plannedKey(object);
  if (block === undefined || key === undefined) return false;
  const [scopes, unrestricted] = reachArguments.map(name => member(block.expressions, name));
  const keys = instanceKeysOf(object.address);
  const each = { forEach: block.forEach, key: keys.at(-1) };
  const inputs = inputsOf(scopes, instanceOf(block.scope, keys.slice(0, -1)), [], each);
  const given = [inputs.constants, givenTo(inputs, plan.variables)];
  const asksForAll = member(unrestricted, 'constant_value') === true;
  const named = textsWithin(given);
  const mayChoose = textsIn(member(scopes, 'references')).length > 0;
  if (mayChoose && named.some(scope => !key.scopes?.includes(scope))) return false;
  return issuedBeyond({ scopes: named, unrestricted: asksForAll }, key).length === 0;
}

const reachArguments = ['scopes', 'unrestricted'];

/** In JSON syntax, which cdktf writes, a template without references stands as a constant. */
const isConstant = (expression: Json) =>
  textsIn(member(expression, 'references')).length === 0 &&
  (expression === undefined || member(expression, 'constant_value') !== undefined) &&
  !textsWithin(member(expression, 'constant_value')).some(text => text.includes('${'));
