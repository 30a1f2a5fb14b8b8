import { shellWord } from '../../client';
import type { Findable } from './creatable';
import type { Topic } from './rule-book';

export type Words = readonly [summary: string, detail: string];
export type Kind = Pick<Findable, 'noun' | 'resource'>;

const shownAtMost = 5;

export function listIds(ids: readonly string[]): string {
  const more = ids.length > shownAtMost ? ` and ${ids.length - shownAtMost} more` : '';
  return `${ids.slice(0, shownAtMost).join(', ')}${more}`;
}

/** Formats a string literal of Terraform's language. */
const quoted = (text: string) => JSON.stringify(text).replace(/[$%]\{/g, match => `${match[0]}${match}`);

/** Indents lines: Terraform wraps each line of a message that begins at the margin. */
export const code = (text: string) => text.replace(/^(?=.)/gm, '    ');

/** Formats import blocks that put objects under Terraform's control. The user fills in the address only. */
export function importBlock({ resource }: Pick<Kind, 'resource'>, ids: readonly string[]): string {
  return code(ids.map(id => `import {\n  to = ${resource}.NAME\n  id = ${quoted(id)}\n}`).join('\n'));
}

const all = (ids: readonly string[]) => (ids.length > shownAtMost ? ` All of them: ${ids.join(', ')}.` : '');
export const them = (ids: readonly string[]) => (ids.length > 1 ? 'them' : 'it');
const deleteCommand = (id: string) => code(`npx cdktf-provider-svc journal delete ${shellWord(id)}`);

export function notLookedAt({ noun }: Kind, { message }: Error): Words {
  return [
    `${noun}: what is left over is not known`,
    `The platform could not be asked what an interrupted apply has left. ${message} Plan again: the apply would act on ` +
      'what this plan does not name.',
  ];
}

/** Message of an apply whose plan did not know the fields. */
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

/**
 * Builds a message about objects with known ids.
 * @param cause what happened, and what happens next
 */
const words =
  (title: string, cause: (ids: readonly string[]) => string) =>
  ({ noun }: Kind, ids: readonly string[]): Words => [
    `${noun} ${listIds(ids)} ${title}`,
    `An apply was cut off ${cause(ids)}${all(ids)}`,
  ];

/** Builds a message about objects that are left alone. */
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

const ofUnproved =
  'An apply was cut off while it waited for the platform’s answer. Its request may have created one of these: they ' +
  'look the same, and which is which cannot be proved.';
const careOf = (kind: Kind, ids: readonly string[]) =>
  `If nobody needs them, delete them on the platform.${all(ids)} To manage one with Terraform, import it:\n` +
  importBlock(kind, ids.slice(0, 1));

/** The messages of a plan about an entry, by the topic of the verdict. */
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
    `${ofUnproved} They are not touched; another one is created. ${careOf(kind, ids)}`,
  ],
  candidatesAlone: (kind, ids) => [
    `${kind.noun} ${listIds(ids)} may be left over`,
    `${ofUnproved} They are not touched. ${careOf(kind, ids)}`,
  ],
  mayExist: ({ noun }, entries) => [
    `${noun} may be left over: ${listIds(entries)}`,
    'An apply was cut off while it waited for the platform’s answer, and the collection cannot be read to find out ' +
      `what came of it.${all(entries)} Look on the platform, and delete what nobody needs. Then drop the journal entry:\n` +
      code('npx cdktf-provider-svc journal forget ENTRY'),
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

/** Message after a repeated create, if there is more than one object. Which one is the extra one is not proved. */
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

/** Message of a restricted run. It cannot tell which of these objects a state has. */
export function toLookAfter({ noun }: Kind, ids: readonly string[]): Words {
  return [
    `Interrupted apply created ${noun.toLowerCase()} ${listIds(ids)}`,
    `This run looks at a part of the configuration, or creates nothing, so it cannot tell what becomes of ` +
      `${them(ids)}. Run a whole plan to find out: without -target, -exclude, -refresh=false, -refresh-only and ` +
      `-destroy.${all(ids)}`,
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

/** Ctrl-C, or the cancellation of a job, during the wait of a create. */
export class CreationInterrupted extends Error {
  override readonly name = 'CreationInterrupted';

  constructor() {
    super('The creation was interrupted before the platform was asked for the object.');
  }
}
