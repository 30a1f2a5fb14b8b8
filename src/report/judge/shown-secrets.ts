import { name, own, value } from '../phrase';
import { isHidden } from '../plan/configuration';
import { isEqual, type Json, member, objectIn } from '../plan/json';
import { hasMark, hiddenMarks, isOurs, type PlannedObject } from '../plan/planned-object';
import { FoundRisk } from './found';
import { actionOf, type Judging } from './judging';
import type { OwnSecrets } from './own-secrets';

/** Finds what hands a secret on: an output, an argument or a key of a resource, a data source, an action, a provisioner. */
export function shownSecrets(judging: Judging, secrets: OwnSecrets): readonly FoundRisk[] {
  const { changes, prior, invocations, configuration } = judging.plan;
  const present = changes.filter(({ after }) => after !== undefined);
  const changing = present.filter(object => !['none', 'move'].includes(actionOf(object)));
  const data = prior.filter(({ isData }) => isData);
  // What a data source has read is not the reviewer's doing: a block has expressions of what it is given alone.
  const readers = data
    .filter(one => !isOurs(one))
    .map(one => {
      const given = Object.keys(objectIn(configuration.blocks.get(one.block)?.expressions));
      const values = Object.fromEntries(given.map(argument => [argument, member(one.before, argument)]));
      return { ...one, values, sensitive: one.beforeSensitive };
    });
  return [
    ...outputs(judging, secrets),
    ...changing.flatMap(object => inArguments(object, judging, secrets)),
    // Terraform prints the addresses of unchanged resources, too. What leaves takes its address along.
    ...[...present, ...data, ...invocations]
      .filter(({ address }) => secrets.areShownIn(address, undefined))
      .map(({ address }) => foundIn('secret-shown', address, judging, 'for_each')),
    ...[...readers, ...invocations]
      .filter(one => secrets.shownArgument(one, one.values, one.sensitive) !== undefined)
      .map(({ address }) => foundIn('secret-shown', address, judging)),
    ...changes.flatMap(object => byProvisioners(object, judging, secrets)),
  ];
}

const details = {
  'secret-shown':
    'Others can read it in a log, a state or on the platform. Pass secrets to sensitive places alone, and change this one.',
  'secret-may-show': 'It is made of a secret, and others can read it. Check that it hands no secret on.',
} as const;

function foundIn(
  rule: keyof typeof details,
  address: string,
  { shown }: Judging,
  argument?: string,
): FoundRisk {
  const verb = rule === 'secret-shown' ? 'shows' : 'may show';
  const of = argument === undefined ? [] : [value(shown.text(argument)), own(' of ')];
  const parts = () => [...of, name(shown.address(address)), own(` ${verb} a secret`)];
  return new FoundRisk(rule, address, parts, details[rule]);
}

/**
 * Terraform demands the mark for outputs of the root module, unless `nonsensitive` takes the mark of the value away. A plan
 * names what an expression refers to, and no function.
 */
function outputs(judging: Judging, secrets: OwnSecrets): readonly FoundRisk[] {
  const { plan } = judging;
  const [root] = plan.configuration.scopes;
  return Object.entries(objectIn(root?.outputs)).flatMap(([output, block]) => {
    if (root === undefined || isHidden(block)) return [];
    const change = member(member(plan.json, 'output_changes'), output);
    const [before, after, unknown] = ['before', 'after', 'after_unknown'].map(side => member(change, side));
    const address = `output.${output}`;
    if (secrets.areShownIn(after, undefined)) return [foundIn('secret-shown', address, judging)];
    return mayShow(before, after, unknown) && secrets.areUsedIn(member(block, 'expression'), root)
      ? [foundIn('secret-may-show', address, judging)]
      : [];
  });
}

/** A flag, an environment of a key, and null show nothing: a plan has null for write-only arguments. */
const silent: ReadonlySet<Json> = new Set([undefined, null, true, false, 'live', 'test']);

/** A value that changes, or is known after apply. */
const mayShow = (before: Json, after: Json, unknown: Json): boolean =>
  hasMark(unknown) || (!silent.has(after) && !isEqual(before, after));

/** Where Terraform marks a part of an argument, it follows the secret, and shows nothing of it. */
function inArguments(object: PlannedObject, judging: Judging, secrets: OwnSecrets): readonly FoundRisk[] {
  const { before, after, unknown, afterSensitive } = object;
  const block = judging.plan.configuration.blocks.get(object.block);
  const shown = secrets.shownArgument(object, after, afterSensitive);
  if (shown !== undefined) return [foundIn('secret-shown', object.address, judging, shown)];
  const used = Object.entries(objectIn(block?.expressions)).find(
    ([argument, expression]) =>
      !hasMark(hiddenMarks(object, argument, afterSensitive)) &&
      mayShow(member(before, argument), member(after, argument), member(unknown, argument)) &&
      block !== undefined &&
      secrets.areUsedIn(expression, block.scope, block),
  );
  return used === undefined ? [] : [foundIn('secret-may-show', object.address, judging, used[0])];
}

/** A plan does not tell provisioners of a destruction from those of a creation. */
function byProvisioners(object: PlannedObject, judging: Judging, secrets: OwnSecrets): readonly FoundRisk[] {
  const { address } = object;
  const block = judging.plan.configuration.blocks.get(object.block);
  const isRunning = ['create', 'delete', 'replace'].includes(actionOf(object));
  if (block === undefined || !isRunning || block.provisioners.length === 0) return [];
  if (
    secrets.areShownIn(block.provisioners, undefined) ||
    secrets.areUsedIn(block.provisioners, block.scope, block)
  )
    return [foundIn('secret-shown', address, judging, 'provisioner')];
  const parts = () => [name(judging.shown.address(address)), own(' runs provisioners')];
  return [new FoundRisk('provisioner-runs', address, parts, unjudged)];
}

const unjudged = 'Nobody has judged their commands. Read them in the configuration.';
