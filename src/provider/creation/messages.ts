import type { Findable } from './creatable';
import type { Topic } from './rule-book';

export type Words = readonly [summary: string, detail: string];
type Kind = Pick<Findable, 'noun' | 'resource'>;

const shownAtMost = 5;

export function listIds(ids: readonly string[]): string {
  const more = ids.length > shownAtMost ? ` and ${ids.length - shownAtMost} more` : '';
  return `${ids.slice(0, shownAtMost).join(', ')}${more}`;
}

/** A string of Terraform's language. */
const quoted = (text: string) => JSON.stringify(text).replace(/[$%]\{/g, match => `${match[0]}${match}`);

/** What puts an object under Terraform's care; only the address is left to fill in. */
export function importBlock({ resource }: Pick<Kind, 'resource'>, ids: readonly string[]): string {
  return ids.map(id => `import {\n  to = ${resource}.NAME\n  id = ${quoted(id)}\n}`).join('\n');
}

const all = (ids: readonly string[]) => (ids.length > shownAtMost ? ` All of them: ${ids.join(', ')}.` : '');
const them = (ids: readonly string[]) => (ids.length > 1 ? 'them' : 'it');
/** The platform chooses its ids, so one may hold what a shell acts on. */
const shellWord = (text: string) => (/^[\w.:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
const deleteCommand = (id: string) => `npx cdktf-provider-svc journal delete ${shellWord(id)}`;

export function notLookedAt({ noun }: Kind, { message }: Error): Words {
  return [
    `${noun}: what is left over is not known`,
    `The platform could not be asked what an interrupted apply has left. ${message} Plan again: the apply would act on ` +
      'what this plan does not name.',
  ];
}

/** Said by an apply whose plan did not know the fields. */
export function wasTakenOver({ noun }: Kind, id: string): Words {
  return [
    `${noun} ${id} was taken over`,
    'An earlier apply was cut off after the platform had created it. It was brought to the configuration.',
  ];
}

export function wasReissued({ noun }: Kind, id: string): Words {
  return [
    `${noun} ${id} was issued anew`,
    'An earlier apply was cut off after the platform had issued it, so nobody has its value. Another key is in its place.',
  ];
}

/** Of an object whose id is known. @param cause what happened, and what happens next */
const words =
  (title: string, cause: (ids: readonly string[]) => string) =>
  ({ noun }: Kind, ids: readonly string[]): Words => [
    `${noun} ${listIds(ids)} ${title}`,
    `An apply was cut off ${cause(ids)}${all(ids)}`,
  ];

/** Of an object that is left alone. */
const orphaned =
  (why: string) =>
  (kind: Kind, ids: readonly string[]): Words => {
    const [first = ''] = ids;
    return [
      `${kind.noun} ${listIds(ids)} is in no state so far`,
      `An apply was cut off after the platform had created ${them(ids)}. ${why}${all(ids)} To delete one:\n` +
        `${deleteCommand(first)}\nTo manage it with Terraform, import it:\n${importBlock(kind, [first])}`,
    ];
  };

/** What a plan says of an entry, by what the rule book says of it. */
export const planned: Readonly<Record<Topic, (kind: Kind, ids: readonly string[]) => Words>> = {
  takenOver: words(
    'will be taken over',
    ids =>
      `after the platform had created ${them(ids)}, and no state has ${them(ids)}. Applying brings ${them(ids)} to ` +
      `the configuration, the secret included, and stores ${them(ids)} in the state.`,
  ),
  takenOverOnEvidence: words(
    'will be taken over',
    ids =>
      'while it waited for the platform’s answer. Since then there is exactly one object that looks like the wanted ' +
      'one, was not there before, and was created within that request. Applying takes ' +
      `${them(ids)} over and sends the configured secret.`,
  ),
  reissued: words(
    'will be issued anew',
    ids =>
      `after the platform had issued ${them(ids)}, so nobody has the value. Applying issues another key, then revokes ` +
      `${them(ids)}.`,
  ),
  undecided: words(
    'may be taken over or issued anew',
    ids =>
      `after the platform had created ${them(ids)}. Whether the configuration creates the same is known only at ` +
      'apply, which then says so.',
  ),
  candidates: (kind, ids) => [
    `${kind.noun} ${listIds(ids)} may be left over`,
    'An apply was cut off while it waited for the platform’s answer. Its request may have created one of these: they ' +
      'look the same, and which is which cannot be proved. They are not touched; another one is created. If nobody ' +
      `needs them, delete them on the platform.${all(ids)} To manage one with Terraform, import it:\n${importBlock(kind, ids.slice(0, 1))}`,
  ],
  mayExist: ({ noun }, entries) => [
    `${noun} may be left over: ${listIds(entries)}`,
    'An apply was cut off while it waited for the platform’s answer, and the collection cannot be read to find out ' +
      `what came of it.${all(entries)} Look on the platform, and delete what nobody needs. Then drop the journal entry:\n` +
      'npx cdktf-provider-svc journal forget ENTRY',
  ],
  changed: orphaned('It has been changed since, so somebody may use it. It is not touched.'),
  noUpdate: orphaned(
    'The platform cannot change endpoints, so it cannot get the configured secret. It is not touched.',
  ),
  notThisRun: orphaned(
    'Only the first whole run at the same place after that takes it over: without -target, -exclude or -refresh=false, ' +
      'and with the same backend and workspace. It is not touched.',
  ),
  otherCredential: orphaned(
    'It was created with another credential than this one: another provider block, or a run with that credential, may ' +
      'still take it over. It is not touched here.',
  ),
  orphaned: orphaned(
    'So far this plan has come to no state that has it, and to no resource of this provider block that would create the ' +
      'same. If one follows, a warning says what becomes of it. Otherwise it is left alone.',
  ),
  stateNotStored: (kind, ids) => [
    `${kind.noun} ${listIds(ids)} exists and is in no state`,
    `An earlier apply created ${them(ids)} and ended in order, but its state does not seem to be stored. Applying ` +
      `creates another one beside ${them(ids)}. If that apply has left a file errored.tfstate, push it first:\n` +
      `terraform state push errored.tfstate\nOtherwise import ${them(ids)} before you apply:\n${importBlock(kind, ids)}`,
  ],
};

/** Said after a create that was repeated, when there are more than one: which is too many is not proved. */
export function duplicates(kind: Kind, ids: readonly string[]): Words {
  return [
    `${kind.noun} ${listIds(ids)} may be a duplicate`,
    'The answer to a create request was lost, and the request was repeated. These look the same, and somebody else ' +
      `could have created them, so they are not touched. If nobody needs them, delete them on the platform.${all(ids)} ` +
      `To keep one, import it:\n${importBlock(kind, ids.slice(0, 1))}`,
  ];
}

export function repeatedBlindly({ noun }: Kind, label: string): Words {
  return [
    `${noun} ${label} was asked for twice`,
    'The answer to a create request was lost, and the collection cannot be read to find out what came of it. The ' +
      'request was repeated with the same Idempotency-Key. If the platform ignores that header, there may be two: ' +
      'look on the platform, and delete the one that the state does not have.',
  ];
}

/** A run that visits a part of the state cannot tell which of these a state has. */
export function toLookAfter({ noun }: Kind, ids: readonly string[]): Words {
  return [
    `Interrupted apply created ${noun.toLowerCase()} ${listIds(ids)}`,
    `This run looks at a part of the configuration, or creates nothing, so it cannot tell what becomes of ` +
      `${them(ids)}. Run a whole plan to find out: without -target, -exclude, -refresh=false, -refresh-only and ` +
      `-destroy.${all(ids)}`,
  ];
}

export function lookAlike(kind: Kind, ids: readonly string[]): Words {
  return [
    `${kind.noun} ${listIds(ids)} looks the same`,
    `This apply has created another one beside ${them(ids)}. If another configuration manages ${them(ids)}, nothing ` +
      `is to be done: name ${them(ids)} in accepted_look_alikes to end this warning.${all(ids)} To manage ` +
      `${them(ids)} here, import ${them(ids)} and remove the new one:\n${importBlock(kind, ids)}`,
  ];
}

export function lookAlikeAhead(kind: Kind, ids: readonly string[]): Words {
  return [
    `${kind.noun} ${listIds(ids)} looks the same`,
    `The configuration would create another one beside ${them(ids)}, and look_alikes = "refuse" makes that an error ` +
      `at apply, unless the state of another provider block has ${them(ids)}.${all(ids)} To manage ${them(ids)} here, import ${them(ids)}:\n${importBlock(kind, ids)}\nIf ` +
      `another configuration manages ${them(ids)}, name ${them(ids)} in accepted_look_alikes.`,
  ];
}

export function notRevoked(noun: string, id: string, reason: string): Words {
  return [
    `${noun} ${id} is not revoked yet`,
    `An earlier request had issued it, and its value was lost; another one is in its place. ${reason}\nTo revoke it:\n${deleteCommand(id)}`,
  ];
}

export function stillBeingCreated({ noun }: Kind, label: string): Words {
  return [
    `${noun} ${label} may be created twice`,
    'Another process has begun to create the same, and has not come to an end. It may run on another host, where ' +
      'this one cannot look. It is left alone, and another one is created here.',
  ];
}

export function journalUnwritable(error: unknown): Words {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  return [
    'Creations are not journalled',
    `The journal cannot be written (${code}). What is created is in the state as always. If this apply is killed, ` +
      'what it was creating at that moment may be left on the platform in no state. Free the disk, or set ' +
      'journal_directory to a folder that can be written.',
  ];
}

/** Ctrl-C, or a job's cancellation, while a creation waited. */
export class CreationInterrupted extends Error {
  override readonly name = 'CreationInterrupted';

  constructor() {
    super('The creation was interrupted before the platform was asked for the object.');
  }
}

/** An equal object exists, and the configuration says that this is an error. */
export class LookAlikeRefused extends Error {
  override readonly name = 'LookAlikeRefused';

  constructor(kind: Kind, ids: readonly string[]) {
    super(
      `${kind.noun} ${listIds(ids)} looks the same, and no state of this run has shown it. look_alikes = "refuse" ` +
        `allows no second one, so nothing was created.${all(ids)} To manage it here, import it:\n${importBlock(kind, ids)}`,
    );
  }
}
