import { printable, shellWord } from '../../client';
import type { Listed } from './creatable';
import { code, type Kind, listIds, them, type Words } from './messages';

/** Upper limit for the look-alikes that get lines of their own. The others are named by their ids. */
const linesAtMost = 20;
const longestLabel = 100;

/** Formats each object as a line of its own, followed by the line of the command that imports it. */
function linesOf({ resource }: Pick<Kind, 'resource'>, objects: readonly Listed[]): string {
  const lines = objects
    .slice(0, linesAtMost)
    .map(
      ({ id, label }) =>
        `  ${printable(id)}, ${printable(label.slice(0, longestLabel))}\n` +
        code(`terraform import ${resource}.NAME ${shellWord(printable(id))}`),
    );
  const others = objects.slice(linesAtMost).map(({ id }) => id);
  return [...lines, ...(others.length > 0 ? [`And ${others.length} more: ${others.join(', ')}.`] : [])].join(
    '\n',
  );
}

const idsOf = (objects: readonly Listed[]) => objects.map(({ id }) => id);

/** Message after a create, about look-alikes that its plan has not named. */
export function lookAlike(kind: Kind, objects: readonly Listed[]): Words {
  const ids = idsOf(objects);
  return [
    `${kind.noun} ${listIds(ids)} looks the same`,
    `This apply has created another one beside ${them(ids)}. If another configuration manages ${them(ids)}, nothing ` +
      `is to be done: name ${them(ids)} in accepted_look_alikes to end this warning. To manage ${them(ids)} here, ` +
      `remove the new one from the state and import ${them(ids)}:\n\n${linesOf(kind, objects)}`,
  ];
}

/** Message of a plan about objects that look like planned creates. */
export function lookAlikeAhead(kind: Kind, objects: readonly Listed[], lookAlikes: 'warn' | 'refuse'): Words {
  const ids = idsOf(objects);
  const consequence =
    lookAlikes === 'refuse'
      ? `look_alikes = "refuse" makes that an error of the apply, unless the state of another provider block has ${them(ids)}.`
      : `Applying creates another one beside ${them(ids)}.`;
  return [
    `${kind.noun} ${listIds(ids)} looks the same`,
    `The configuration creates an equal object, and no state has shown ${them(ids)} so far. ${consequence} If another ` +
      `configuration manages ${them(ids)}, name ${them(ids)} in accepted_look_alikes. To manage ${them(ids)} here, ` +
      `import ${them(ids)} before you apply, with the address of the resource (with cdktf, in ` +
      `cdktf.out/stacks/STACK):\n\n${linesOf(kind, objects)}`,
  ];
}

/** An equal object exists, and the configuration makes that an error. */
export class LookAlikeRefused extends Error {
  override readonly name = 'LookAlikeRefused';

  constructor(kind: Kind, objects: readonly Listed[]) {
    const ids = idsOf(objects);
    super(
      `${kind.noun} ${listIds(ids)} looks the same, and no state of this run has shown ${them(ids)}. look_alikes = "refuse" ` +
        `allows no second one, so nothing was created. To manage ${them(ids)} here, import ${them(ids)}:\n\n${linesOf(kind, objects)}`,
    );
  }
}
