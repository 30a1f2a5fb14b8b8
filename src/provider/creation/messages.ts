import { isKind, PlatformError, printable, shellWord } from '../../client';
import type { Warning } from '../../plugin/define/definition';
import { ifListsAreWhole } from '../errors/list-end';
import { wayToPermission } from '../errors/permission';
import { Refused } from '../errors/refused';
import type { Kind, PlatformObject } from './kind';
import type { Gap } from './snapshot';

interface Named {
  readonly noun: string;
  /** Type name of the resource. */
  readonly resource: string;
}

/** Upper limit for the ids in a summary, and for the objects that get lines of their own. */
const shownAtMost = 5;
const linesAtMost = 20;
const longestLabel = 100;

function listed(ids: readonly string[]): string {
  const more = ids.length > shownAtMost ? ` and ${ids.length - shownAtMost} more` : '';
  return `${ids.slice(0, shownAtMost).map(printable).join(', ')}${more}`;
}

const them = (objects: readonly unknown[]) => (objects.length > 1 ? 'them' : 'it');
const idsOf = (objects: readonly PlatformObject[]) => objects.map(({ id }) => id);

/** Returns a command as a line that no terminal and no Terraform wraps. */
const command = (text: string, id: string) => `    ${text} ${shellWord(printable(id))}`;
const importing = ({ resource }: Named, id: string) => command(`terraform import ${resource}.NAME`, id);

/** Formats each object as a line of its own, followed by the line of the command that imports it. */
function linesOf(kind: Named, objects: readonly PlatformObject[]): string {
  const lines = objects
    .slice(0, linesAtMost)
    .map(
      ({ id, label }) =>
        `  ${printable(id)}, ${printable(label.slice(0, longestLabel))}\n${importing(kind, id)}`,
    );
  const others = idsOf(objects.slice(linesAtMost));
  if (others.length > 0) lines.push(`And ${others.length} more: ${others.map(printable).join(', ')}.`);
  return lines.join('\n');
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

function reasonOf(gap: Gap): string {
  if (gap === 'too large') return 'The list has more than 20 pages.';
  if (gap instanceof PlatformError) return gap.message;
  return `Of ${printable(gap.shownInPart)}, the list does not show all fields that tell two objects apart.`;
}

/** Messages about a create, at the plan or, if it could not know the fields, at the apply. */
export const planned = {
  takenOver: ({ noun }: Named, id: string): Warning => [
    `${noun} ${id} is taken over`,
    'An earlier apply was cut off after the platform had created it. Unless a state has it, this apply brings it to the ' +
      'configuration, the secret included, and stores it in the state.',
  ],
  takenByTime: ({ noun }: Named, id: string): Warning => [
    `${noun} ${id} is taken over`,
    'An earlier apply was cut off while it waited for the platform’s answer. This is the only object that looks the same, ' +
      'and it was created within ten seconds of that request. Unless a state has it, applying takes it over and sends ' +
      'the configured secret.',
  ],
  issuedAgain: ({ noun }: Named, id: string): Warning => [
    `${noun} ${id} is issued anew`,
    'An earlier apply was cut off after the platform had issued it, so nobody has the value. Unless a state has it, ' +
      'this apply issues another key, then revokes it.',
  ],
  notThisRun: (kind: Named, id: string): Warning => [
    `${kind.noun} ${id} is not taken over by this run`,
    'An earlier apply was cut off after the platform had created it. Only a whole plan can tell that no state has it: ' +
      'without -target, -exclude and -refresh=false. It is not touched; another one is created, and a saved plan is ' +
      `refused. To manage it with Terraform, import it:\n\n${importing(kind, id)}`,
  ],
  twin: ({ noun, recognizedBy }: Named & Pick<Kind, 'recognizedBy'>, label: string): Warning => [
    `${noun} ${printable(label)} is planned twice`,
    `Another resource of this plan has the same ${recognizedBy.join(', ')}. Applying creates both: equal endpoints ` +
      'deliver each event twice, and equal keys cannot be told apart. Remove one, or make them differ.',
  ],
  notCompared: ({ noun }: Named, count: number, gap: Gap): Warning => [
    `${noun}: equal ones may exist unseen`,
    `What this plan creates was compared with ${count} objects of the list. ${reasonOf(gap)} Applying may create another ` +
      `beside an equal one. look_alikes = "refuse" makes that an error. ${isKind(gap, 'EndUnknown') ? ifListsAreWhole : ''}`.trimEnd(),
  ],
  lookAlike: (kind: Named, objects: readonly PlatformObject[], isRefused: boolean): Warning => [
    `${kind.noun} ${listed(idsOf(objects))} looks the same`,
    (isRefused
      ? 'look_alikes = "refuse" makes that an error of the apply. '
      : `Applying creates another one beside ${them(objects)}. `) +
      `Name ${them(objects)} in accepted_look_alikes if another configuration manages ${them(objects)}. Else import:\n` +
      (objects.length > 1 ? linesOf(kind, objects) : objects.map(({ id }) => importing(kind, id)).join()),
  ],
};

/** Messages at the beginning of a plan. */
export function leftOver(kind: Named, id: string): Warning {
  return [
    `${kind.noun} ${id} is in no state`,
    'An earlier apply was cut off after the platform had created it. The last whole plan found it in no state, and no ' +
      `resource that it could belong to. It is not touched. To manage it with Terraform, import it:\n\n` +
      `${importing(kind, id)}\n\nTo delete it, or to end this warning:\n\n` +
      `${command('npx cdktf-provider-svc journal delete', id)}\n${command('npx cdktf-provider-svc journal forget', id)}`,
  ];
}

/** Messages of an apply. */
export const applied = {
  found: (kind: Named, id: string): Warning => [
    `${kind.noun} ${id} was found after a lost answer`,
    'The platform’s answer to the create request was lost. This is the only equal object that was not there before, so ' +
      'the provider has sent it the configured secret, and stores it in the state. If somebody else has just created ' +
      `it, remove it from the state with \`terraform state rm\`.`,
  ],
  duplicates: (kind: Named, objects: readonly PlatformObject[]): Warning => [
    `${kind.noun} ${listed(idsOf(objects))} may be a duplicate`,
    'The answer to a create request was lost, and the request was repeated. Somebody else could have created ' +
      `${them(objects)}, so ${objects.length > 1 ? 'they are' : 'it is'} not touched. If nobody needs ${them(objects)}, ` +
      `delete ${them(objects)} on the platform. To keep one, import it:\n\n${linesOf(kind, objects)}`,
  ],
  answeredOtherwise: ({ noun }: Named, id: string, names: readonly string[], told: object): Warning => [
    `${noun} ${printable(id)} was answered with another value: ${names.join(', ')}`,
    'The platform has accepted the request, and its answer shows another value than was sent.' +
      (isEmptyList(Reflect.get(told, 'scopes')) ? ' It shows no scopes: such a key is unrestricted.' : '') +
      ' The state has the configured value; the next refresh shows the platform’s. Look at the object there.',
  ],
  askedTwice: ({ noun }: Named, label: string): Warning => [
    `${noun} ${label} was asked for twice`,
    'The answer to a create request was lost, and the list does not prove what came of it. The ' +
      'request was repeated with the same Idempotency-Key. If the platform ignores that header, there may be two: ' +
      'look on the platform, and delete the one that the state does not have.',
  ],
  lookAlike: (kind: Named, objects: readonly PlatformObject[]): Warning => [
    `${kind.noun} ${listed(idsOf(objects))} looks the same`,
    `This apply has created another one beside ${them(objects)}. If another configuration manages ${them(objects)}, name ` +
      `${them(objects)} in accepted_look_alikes. To manage ${them(objects)} here, remove the new one from the state and ` +
      `import ${them(objects)}:\n\n${linesOf(kind, objects)}`,
  ],
  notRevoked: ({ noun }: Named, id: string, reason: string): Warning => [
    `${noun} ${id} is not revoked yet`,
    `An earlier request had issued it, and its value was lost; another one is in its place. ${reason}\nTo revoke it:\n\n` +
      command('npx cdktf-provider-svc journal delete', id),
  ],
};

export function journalUnwritable(error: unknown): Warning {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  return [
    'Creations are not journalled',
    `The journal cannot be written (${code}). What is created is in the state as always. If this apply is killed, ` +
      'what it was creating at that moment may be left on the platform in no state, and look_alikes = "refuse" refuses ' +
      'every equal object. Free the disk, or set journal_directory to a folder that can be written.',
  ];
}

/** An equal object exists, and the configuration makes that an error. */
export class LookAlikeRefused extends Refused {
  override readonly name = 'LookAlikeRefused';

  constructor(kind: Named, objects: readonly PlatformObject[]) {
    super(
      'Equal object exists already',
      `${kind.noun} ${listed(idsOf(objects))} looks the same, and no state has shown ${them(objects)} in the plan. ` +
        `look_alikes = "refuse" allows no second one: none was created beside ${them(objects)}. If the last plan was another ` +
        `one, make a new plan. To manage ${them(objects)} here, import ${them(objects)}:\n\n${linesOf(kind, objects)}`,
      'If another configuration manages it, add its id to accepted_look_alikes in the provider block. ' +
        'If an interrupted apply has left it, import it or delete it, then apply again.',
    );
  }
}

/** An apply was killed, and no whole plan has looked since. A saved plan would create its objects twice. */
export const outdatedPlan = ({ noun }: Named) =>
  new Refused(
    'Saved plan is outdated',
    `An interrupted apply may have created an equal ${noun}, and the last plan did not look for it. This one was not created.`,
    'Make a new plan without -target, -exclude and -refresh=false, and apply that: it takes over what exists.',
  );

/** `look_alikes = "refuse"` needs a list that can be compared, which cannot be had. */
export function unguarded({ noun }: Named, gap: Gap): Refused {
  return new Refused(
    `${noun}: equal ones cannot be refused`,
    `look_alikes = "refuse" needs to see each object, and the whole of it. ${reasonOf(gap)} Nothing was created.`,
    `${wayToList(gap)}To create without this guard, set look_alikes = "warn".`,
  );
}

function wayToList(gap: Gap): string {
  if (typeof gap === 'object' && 'shownInPart' in gap)
    return `If ${printable(gap.shownInPart)} is no equal one, name it in accepted_look_alikes. `;
  if (isKind(gap, 'EndUnknown')) return `${ifListsAreWhole} `;
  const isDeclared = isKind(gap, 'Unsupported') && gap.facts.declared;
  return isDeclared
    ? `Remove ${gap.facts.operation} from unavailable_operations. `
    : 'Run the command again when the list can be read. ';
}

/** The platform has answered a create with an object that is not new. */
export const answeredExisting = (kind: Named, id: string) =>
  new Refused(
    `${kind.noun} ${printable(id)} is not new`,
    `The platform answered the create request with ${printable(id)}, which was there before the request. It may have changed ` +
      'that object. Nothing was stored in the state.',
    `Look at it on the platform. To manage it here, import it, unless another resource or configuration does:\n\n${importing(kind, id)}`,
  );

/** The plan creates an object, and the credential may not even read the collection. */
export const notPermitted = ({ noun }: Named, refusal: PlatformError<'Forbidden'>) =>
  new Refused(
    `${noun} cannot be created`,
    refusal.message,
    `${wayToPermission(refusal.facts)} If the platform refuses this list alone, name it in the provider block: ` +
      `unavailable_operations = ["${refusal.facts.operation}"].`,
  );

/** An earlier run has created an object, and the platform does not show what became of it. */
export class LeftoverUnreadable extends Refused {
  override readonly name = 'LeftoverUnreadable';

  constructor(
    { noun }: Named,
    readonly id: string,
    { message }: Error,
  ) {
    super(
      'Object of earlier apply cannot be read',
      `An earlier apply was cut off after the platform had created ${noun} ${id}, and it cannot be read. ${message} ` +
        'Nothing was created.',
      'Apply again when the platform shows it. To give it up: `npx cdktf-provider-svc journal forget ID`.',
    );
  }
}
