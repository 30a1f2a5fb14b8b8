import { isKind, PlatformError, printable, shellWord } from '../../client';
import type { Warning } from '../../plugin/define/definition';
import { ifListsAreWhole } from '../errors/advice';
import { wayToPermission } from '../errors/permission';
import { Refused } from '../errors/refused';
import type { Gap, ManagedCollection, OfEqual, PlatformObject } from './managed-collection';

/** Behind these words, `adopt` finds ids in a plan: of what it imports, and of keys, which it cannot import. */
export const [alreadyThere, equalThere] = [' exists already: ', ' exists: '] as const;
export const equalBegins = 'Equal ';
export const notComparedWith = ': not compared with all that exist';

const idsOf = (objects: readonly PlatformObject[]) => objects.map(({ id }) => printable(id)).join(', ');
const them = (objects: readonly unknown[]) => (objects.length > 1 ? 'them' : 'it');

/** As lines that no terminal and no Terraform wraps. In HCL, `${` and `%{` would begin an expression. */
export const importBlock = ({ resource }: ManagedCollection, id: string) =>
  `    import {\n      to = ${resource}.NAME\n      id = ${JSON.stringify(printable(id)).replace(/[$%](?=\{)/g, '$&$&')}\n    }`;

/** Rule 1 of docs/recovery.md: the plan registers what exists. Only the first error has all ways out: with the state lost, there are hundreds. */
export function existsAlready(
  collection: ManagedCollection,
  { noun, harm }: OfEqual,
  objects: readonly PlatformObject[],
  isFirst: boolean,
): Refused {
  const [{ id, label } = { id: '', label: '' }] = objects;
  const names = collection.identifyingNames.join(' and ');
  const waysOut =
    `Run \`${stateListOf(id)}\`. If it prints an address, this block had that name before: write a \`moved\` block from it. ` +
    'If it prints one in another workspace or stack, leave it there. ' +
    `Only if no state has it, import ${objects.length > 1 ? 'one of them' : 'it'}:` +
    `\n\n${importBlock(collection, id)}\n\n${writesAll} ` +
    "If the state still has an object of this block that is gone, first run `terraform apply -refresh-only` with its account's key. If another " +
    'block of this plan gives them up, plan with a `-parallelism` of at least the number of objects, or first apply without this ' +
    `block. If this happens in the middle of an \`apply\`, ${savedPlan}. If another one is wanted, give it another ${names}.`;
  return new Refused(
    `${noun}${alreadyThere}${idsOf(objects)}`,
    `The platform has ${printable(id)}, ${printable(label)}, with the same ${names}, and this plan has read ` +
      `${them(objects)} from no state so far.${isFirst ? ` ${harm}` : ''}`,
    isFirst ? waysOut : writesAll,
  );
}

/** A list that lags shows what a run has just deleted. An import would fail, and a platform without the GET has its own cure. */
export const mayBeDeleted = (
  { rules: { collection }, identifyingNames }: ManagedCollection,
  { noun }: OfEqual,
  objects: readonly PlatformObject[],
): Refused =>
  new Refused(
    `${noun} may be deleted: ${idsOf(objects)}`,
    `The list shows ${them(objects)} with the same ${identifyingNames.join(' and ')}, and a GET answers 404.`,
    'If somebody has deleted it a moment ago, plan again: the list lags behind. If this error stays, the platform does not offer the GET. ' +
      `Then name it in the provider block: unavailable_operations = ["${collection}.get"].`,
  );

const writesAll =
  '`npx --no cdktf-provider-svc adopt --existing --write imports.tf` (Python: without `npx --no`) writes all import blocks.';

const stateListOf = (id: string) => `terraform state list -id=${shellWord(printable(id))}`;

/** One object has two addresses: by an import under a new name, or by a block that was renamed after `terraform import`. */
export const keptAndDeleted = (id: string) =>
  new Refused(
    `${printable(id)} would be kept and deleted`,
    'This plan has the same object at two addresses: it keeps the object at one, and deletes it at the other. After the apply, the ' +
      'platform would not have it.',
    `Run \`${stateListOf(id)}\`. If it prints one address, remove the \`import\` block of the object, and write a \`moved\` block from ` +
      'that address to the new one. If it prints two, run `terraform state rm` with the one that has no block any more.',
  );

/** A rotation, an overlap's end or a deletion revokes a key that was imported at a second address. */
export const keptAndRevoked = (id: string) =>
  new Refused(
    `${printable(id)} would be kept and revoked`,
    'This plan keeps the key at one address. At another it is an earlier key, or the one that a rotation replaces, and the plan ' +
      'revokes it there. Its holders would fail.',
    'Give its holders another key. Then remove the block that keeps it, and its `import` block. If ' +
      `\`${stateListOf(id)}\` prints the address of that block, run \`terraform state rm\` with it, too.`,
  );

/** Both blocks keep it now. A plan without one of them would delete it there: `keptAndDeleted`. */
export const keptTwice = (id: string): Warning => [
  `${printable(id)} is at two addresses`,
  'This plan keeps the same object at two addresses, such as by two `import` blocks with its id. Each sets it to what its own block says, ' +
    'and a plan that later deletes or replaces it at one of them is an error, but for `-replace` and `destroy -target`. Remove ' +
    `one of the blocks, and its \`import\` block. If \`${stateListOf(id)}\` prints its address, run \`terraform state rm\` with it, too.`,
];

const savedPlan = 'use a saved plan: `terraform plan -out=FILE`, then `terraform apply FILE`';

/** An `apply` without a saved plan plans and applies in two processes, of which the second cannot be told. */
export const needsSavedPlan = ({ rules: { noun } }: ManagedCollection) =>
  new Refused(
    `${noun} needs a saved plan`,
    'This apply replaces an object, and the provider can write no file in the data directory of Terraform (`.terraform`). So its applying ' +
      'process could not know that the former object goes, and would refuse the new one.',
    `Make the folder writable, or ${savedPlan}.`,
    true,
  );

export const plannedTwice = (
  { rules, identifyingNames }: ManagedCollection,
  { noun, harm }: OfEqual,
  values: object,
) =>
  new Refused(
    `${noun} is planned twice`,
    `Another block of this plan has the same ${identifyingNames.join(' and ')}, ${printable(rules.labelOf(values))}. ${harm}`,
    'Remove one of the blocks, or make them differ.',
  );

/** Rule 2: only the answer to a create has the value of a key. */
export const equalKey = (
  { rules, identifyingNames }: ManagedCollection,
  { id, created }: PlatformObject,
): Warning => [
  `${equalBegins}${rules.noun}${equalThere}${printable(id)}${created === undefined ? '' : ` of ${printable(created)}`}`,
  `It has the same ${identifyingNames.join(', ')} as a key of this plan, which has read it from no state so far. Nobody can read ` +
    'its value, so the apply issues another key. It is a leftover only if ' +
    `\`${stateListOf(id)}\` prints no address in any state, and nobody uses it: then revoke it on the platform.`,
];

/** Rule 5: the list cannot tell. */
export const notCompared = ({ rules: { noun } }: ManagedCollection, count: number, gap: Gap): Warning => [
  `${noun}${notComparedWith}`,
  `What is created was compared with ${count} objects of the list. ${reasonOf(gap)} Applying may create another one beside an equal ` +
    `one that the list does not show.${isKind(gap, 'EndUnknown') ? ` ${ifListsAreWhole}` : ''}`,
];

function reasonOf(gap: Gap): string {
  if (gap instanceof PlatformError) return gap.message;
  return `Of ${printable(gap.shownInPart)}, the list does not show all fields that tell two objects apart.`;
}

/** The plan creates an object, and the credential may not even read the collection. */
export const notPermitted = ({ rules: { noun } }: ManagedCollection, refusal: PlatformError<'Forbidden'>) =>
  new Refused(
    `${noun} cannot be created`,
    refusal.message,
    `${wayToPermission(refusal.facts)} If the platform refuses this list alone, name it in the provider block: ` +
      `unavailable_operations = ["${refusal.facts.operation}"].`,
    true,
  );

/** An apply creates beside an equal object. */
export const wasThere = (collection: ManagedCollection, objects: readonly PlatformObject[]): Warning => [
  `${collection.rules.noun} ${idsOf(objects)} was there before`,
  collection.rules.equal
    ? `This apply has made an equal one. ${collection.rules.equal.harm} This apply may also change or replace ${idsOf(objects)}: plan ` +
      `again first. If the platform then still has ${them(objects)}, as equal as now, and no state does (\`terraform state list ` +
      `-id=ID\`), delete ${them(objects)} there, or make this one differ.`
    : `This apply has issued an equal one. If this apply replaces ${idsOf(objects)}, it also revokes ${them(objects)}: then do nothing. ` +
      `Otherwise, nobody can read the value: if, after the apply, no state has ${them(objects)} (\`terraform state list -id=ID\`), and ` +
      `nobody uses ${them(objects)}, revoke ${them(objects)} on the platform.`,
];

/** An object that the platform does not know leaves the state. */
export const wasNotThere = ({ rules: { noun } }: ManagedCollection, id: string): Warning => [
  `${noun} ${printable(id)} was not there`,
  'The platform answers 404 to its deletion: it was deleted before, or this run uses another account or platform. There ' +
    'it still exists, and this state no longer has it: delete it there by hand.',
];

/** Rule 3: an answer is lost. */
export const found = ({ rules: { noun } }: ManagedCollection, id: string): Warning => [
  `${noun} ${printable(id)} was found after a lost answer`,
  'The platform’s answer to the create request was lost. This is the only equal object that was not there when the apply ' +
    'began, so the provider has sent it what the configuration says, and stores it in the state. If somebody else has just created it, remove ' +
    'it from the state with `terraform state rm`.',
];

export const duplicates = (
  { rules: { noun } }: ManagedCollection,
  objects: readonly PlatformObject[],
): Warning => [
  `${noun} ${idsOf(objects)} may be a duplicate`,
  `The answer to a create request was lost. Somebody else could have created ${idsOf(objects)}, so nothing is done about ` +
    `${them(objects)}. If nobody needs ${them(objects)}, delete ${them(objects)} on the platform.`,
];

export const askedTwice = ({ rules: { noun } }: ManagedCollection, label: string): Warning => [
  `${noun} ${printable(label)} was asked for twice`,
  'The answer to a create request was lost, so it was repeated with the same Idempotency-Key. If the platform ignores that ' +
    'header, the first request may still take effect, and there are two: look on the platform, and delete the one that the ' +
    'state does not have.',
];
