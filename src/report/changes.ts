import { differencesOf } from './differences';
import { type JudgedObject, shownParts } from './judge/found';
import { actionOf, type Judging } from './judge/judging';
import type { Change } from './model';
import { phrase } from './phrase';

/**
 * A change whose words and attributes are put together when somebody reads them: of a plan of thousands, a comment shows a
 * few. A class: V8 makes literals with accessors slowly.
 */
export class JudgedChange implements Change {
  constructor(
    private readonly judged: JudgedObject,
    private readonly judging: Judging,
  ) {}

  get object() {
    return this.judging.subjectOf(this.judged.object);
  }

  get action() {
    return actionOf(this.judged.object);
  }

  get movedFrom() {
    const { previousAddress } = this.judged.object;
    return previousAddress === undefined ? null : this.judging.shown.address(previousAddress);
  }

  get importedId() {
    return this.judging.shown.optional(this.judged.object.importedId);
  }

  get deposed() {
    return this.judging.shown.optional(this.judged.object.deposed);
  }

  get reason() {
    const { reason = '' } = this.judged.object;
    return /^[a-z_]{1,60}$/.test(reason) ? reason.replaceAll('_', ' ') : null;
  }

  get sentences() {
    const { object, findings } = this.judged;
    return findings.map(({ words }) => phrase(() => shownParts(words, object, this.judging)));
  }

  get differences() {
    return differencesOf(this.judged.object, this.judging.shown);
  }

  toJSON(): Change {
    const { object, action, movedFrom, importedId, deposed, reason, sentences, differences } = this;
    return { object, action, movedFrom, importedId, deposed, reason, sentences, differences };
  }
}
