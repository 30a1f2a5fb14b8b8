import { name, own, value } from '../phrase';
import { type Json, member, objectIn } from '../plan/json';
import { hasMark, isOurs, type PlannedObject } from '../plan/planned-object';
import { type FoundRisk, found } from './found';
import { actionOf, type Judging } from './judging';
import type { OwnSecrets } from './own-secrets';

/** Finds what hands a secret on: an output, an argument of a resource, a data source, an action. */
export function shownSecrets(judging: Judging, secrets: OwnSecrets): readonly FoundRisk[] {
  const { plan } = judging;
  const changing = plan.changes.filter(
    object => object.after !== undefined && !['none', 'move'].includes(actionOf(object)),
  );
  const isShown = ({ values, sensitive }: { values: Json; sensitive: Json }) =>
    secrets.areShownIn(values, sensitive);
  const readers = plan.prior.filter(({ isData, type }) => isData && !isOurs({ type }));
  return [
    ...outputs(judging, secrets),
    ...changing.flatMap(object => inArguments(object, judging, secrets)),
    ...[...readers, ...plan.invocations]
      .filter(isShown)
      .map(({ address }) => foundIn('secret-shown', address, undefined, judging)),
  ];
}

const details = {
  'secret-shown':
    'Everybody who can read the log of a run, or the state, has it. Hand it on without nonsensitive(), and change the secret.',
  'secret-may-show':
    'It is made of a secret and is not sensitive. Check that what nonsensitive() wraps hands no secret on.',
} as const;

function foundIn(
  rule: keyof typeof details,
  address: string,
  argument: string | undefined,
  { shown }: Judging,
): FoundRisk {
  const verb = rule === 'secret-shown' ? 'shows' : 'may show';
  const of = argument === undefined ? [] : [value(shown.text(argument)), own(' of ')];
  const parts = () => [...of, name(shown.address(address)), own(` ${verb} a secret`)];
  return found(rule, address, parts, { detail: details[rule] });
}

/**
 * Terraform demands the mark for outputs of the root module, unless `nonsensitive` takes the mark of the value away. A plan
 * names what an expression refers to, and no function.
 */
function outputs(judging: Judging, secrets: OwnSecrets): readonly FoundRisk[] {
  const { plan } = judging;
  const [root] = plan.configuration.scopes;
  return Object.entries(objectIn(root?.outputs)).flatMap(([output, block]) => {
    if (root === undefined || ['sensitive', 'ephemeral'].some(mark => member(block, mark) === true))
      return [];
    const change = member(member(plan.json, 'output_changes'), output);
    const [before, after] = [member(change, 'before'), member(change, 'after')];
    const unknown = member(change, 'after_unknown');
    const address = `output.${output}`;
    if (secrets.areShownIn(after, undefined)) return [foundIn('secret-shown', address, undefined, judging)];
    return mayShow({ before, after, unknown }) && secrets.areUsedIn(member(block, 'expression'), root)
      ? [foundIn('secret-may-show', address, undefined, judging)]
      : [];
  });
}

/** A value that changes, or is known after apply. A flag, and null, show nothing: a plan has null for write-only arguments. */
function mayShow({
  before,
  after,
  unknown,
}: Readonly<Record<'before' | 'after' | 'unknown', Json>>): boolean {
  if (hasMark(unknown)) return true;
  const isSilent = typeof after === 'boolean' || after === null || after === undefined;
  return !isSilent && JSON.stringify(before) !== JSON.stringify(after);
}

/** Where Terraform marks a part of an argument, it follows the secret, and shows nothing of it. */
function inArguments(object: PlannedObject, judging: Judging, secrets: OwnSecrets): readonly FoundRisk[] {
  const block = judging.plan.configuration.blocks.get(object.block);
  const before = objectIn(object.before);
  const after = objectIn(object.after);
  // One search for the whole object: most show nothing.
  if (secrets.areShownIn(after, objectIn(object.afterSensitive)))
    for (const [argument, value] of Object.entries(after))
      if (secrets.areShownIn(value, member(object.afterSensitive, argument)))
        return [foundIn('secret-shown', object.address, argument, judging)];
  const used = (block === undefined ? [] : secrets.argumentsUsedIn(block)).find(
    argument =>
      !hasMark(member(object.afterSensitive, argument)) &&
      mayShow({
        before: member(before, argument),
        after: member(after, argument),
        unknown: member(object.unknown, argument),
      }),
  );
  return used === undefined ? [] : [foundIn('secret-may-show', object.address, used, judging)];
}
