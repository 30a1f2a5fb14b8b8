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

/** True if constants and values of variables name all that a key is planned with. */
export function isWithinBlock(object: PlannedObject, plan: Plan): boolean {
  const block = plan.configuration.blocks.get(object.block);
  const key = plannedKey(object);
  if (block === undefined || key === undefined) return false;
  const given = reachArguments.flatMap(name => {
    const inputs = inputsOf(member(block.expressions, name), block.scope);
    return [inputs, ...givenByEach(inputs, object, block)].flatMap(one => [
      one.constants,
      givenTo(one, plan.variables),
    ]);
  });
  return (
    issuedBeyond({ scopes: textsWithin(given), unrestricted: given.flat(2).includes(true) }, key).length === 0
  );
}

const reachArguments = ['scopes', 'unrestricted'];

/** In JSON syntax, which cdktf writes, a template without references stands as a constant. */
const isConstant = (expression: Json) =>
  textsIn(member(expression, 'references')).length === 0 &&
  (expression === undefined || member(expression, 'constant_value') !== undefined) &&
  !textsWithin(member(expression, 'constant_value')).some(text => text.includes('${'));

/** Follows `each.value` of the block itself to the member of `for_each` that makes this instance. */
function givenByEach({ references }: Inputs, { address }: PlannedObject, block: Block): readonly Inputs[] {
  const key = partsOfAddress(address)
    .findLast(({ is }) => is === 'key')
    ?.text.replace(/^"|"$/g, '');
  const each = `${block.scope.prefix}each.value`;
  return references
    .filter(one => key !== undefined && `${one}.`.startsWith(`${each}.`))
    .map(one =>
      inputsOf(block.forEach, block.scope, [key ?? '', ...one.slice(each.length).split('.').slice(1)]),
    );
}
