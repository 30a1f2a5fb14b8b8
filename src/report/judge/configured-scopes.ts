import type { Finding } from '../../risks/finding';
import { issuedBeyond } from '../../risks/reach';
import { partsOfAddress } from '../plan/address';
import type { Block } from '../plan/configuration';
import { givenTo, type Inputs, inputsOf, textsWithin } from '../plan/inputs';
import { type Json, member, textsIn } from '../plan/json';
import type { Plan } from '../plan/plan';
import type { PlannedObject } from '../plan/planned-object';
import { plannedKey } from './decoded';

/**
 * Returns a risk if a key is issued with more than its block names. Terraform applies `ignore_changes` before it calls the
 * provider, so no planned value shows what the block asks for: only its expressions do. Expressions with references give no
 * risk, because a plan shows `concat(var.base, ["x"])` as it shows `var.base`.
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
 * True if constants and values of variables name all that a key is planned with. A plan shows `!var.limited` as it shows
 * `var.limited`, so only a constant asks for no limits. And it shows all that a function or an instance may choose from: of that,
 * a key must be planned with each.
 */
export function isWithinBlock(object: PlannedObject, plan: Plan): boolean {
  const block = plan.configuration.blocks.get(object.block);
  const key = plannedKey(object);
  if (block === undefined || key === undefined) return false;
  const [scopes, unrestricted] = reachArguments.map(name => member(block.expressions, name));
  const instance = instanceOf(object);
  const isChosen = textsIn(member(scopes, 'references')).includes('each.key');
  // Of `var.scopes[each.key]`, those of other instances do not count.
  const inputs = inputsOf(scopes, block.scope, isChosen ? [instance] : []);
  const given = [inputs, ...givenByEach(inputs, instance, block)].flatMap(one => [
    one.constants,
    givenTo(one, plan.variables),
  ]);
  const asksForAll = member(unrestricted, 'constant_value') === true;
  const named = textsWithin(given);
  const mayChoose = textsIn(member(scopes, 'references')).length > 0;
  if (mayChoose && named.some(scope => !key.scopes?.includes(scope))) return false;
  return issuedBeyond({ scopes: named, unrestricted: asksForAll }, key).length === 0;
}

/** The key of `for_each` that makes this instance; empty for an object without one. */
const instanceOf = ({ address }: PlannedObject) =>
  partsOfAddress(address)
    .findLast(({ is }) => is === 'key')
    ?.text.replace(/^"|"$/g, '') ?? '';

const reachArguments = ['scopes', 'unrestricted'];

/** In JSON syntax, which cdktf writes, a template without references stands as a constant. */
const isConstant = (expression: Json) =>
  textsIn(member(expression, 'references')).length === 0 &&
  (expression === undefined || member(expression, 'constant_value') !== undefined) &&
  !textsWithin(member(expression, 'constant_value')).some(text => text.includes('${'));

/** Follows `each.value` of the block itself to the member of `for_each` that makes this instance. */
function givenByEach({ references }: Inputs, instance: string, block: Block): readonly Inputs[] {
  const each = `${block.scope.prefix}each.value`;
  return references
    .filter(one => `${one}.`.startsWith(`${each}.`))
    .map(one =>
      inputsOf(block.forEach, block.scope, [instance, ...one.slice(each.length).split('.').slice(1)]),
    );
}
