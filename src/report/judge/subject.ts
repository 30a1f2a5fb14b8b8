import { hostOf } from '../../risks/host';
import type { Subject } from '../model';
import { member, textIn } from '../plan/json';
import { isSensitive, type PlannedObject } from '../plan/planned-object';
import { type Judging, kindOf, providersOf } from './judging';

/** Returns the object as a report names it. An endpoint's address holds tokens: its host alone is shown. */
export const subjectOf = (object: PlannedObject, judging: Judging): Subject =>
  new LazySubject(object, judging);

/** The address as the plan has it: two may look alike when they are shown. */
export const plannedAddressOf = (subject: Subject): string =>
  subject instanceof LazySubject ? subject.object.address : subject.address;

/** Texts are cleaned when somebody reads them: of a plan of thousands, a comment shows a few. */
class LazySubject implements Subject {
  #address: string | undefined;

  constructor(
    readonly object: PlannedObject,
    private readonly judging: Judging,
  ) {}

  get address(): string {
    this.#address ??= this.judging.shown.address(this.object.address);
    return this.#address;
  }

  get kind(): Subject['kind'] {
    return kindOf(this.object);
  }

  get label(): string | null {
    const { shown } = this.judging;
    const host = hostOf(this.visible('url'));
    return host === undefined ? this.keyAttribute('name') : shown.host(host);
  }

  get id(): string | null {
    return this.judging.shown.optional(textIn(member(this.object.before, 'id')));
  }

  get tenant(): string | null {
    return this.keyAttribute('tenant_id');
  }

  get providerAlias(): string | null {
    const { plan, shown } = this.judging;
    const [provider, another] = providersOf(plan, this.object);
    return shown.optional(another === undefined ? provider?.alias : undefined);
  }

  /** Accessors are no members for JSON. */
  toJSON(): Subject {
    const { address, kind, label, id, tenant, providerAlias } = this;
    return { address, kind, label, id, tenant, providerAlias };
  }

  private keyAttribute(attribute: 'name' | 'tenant_id'): string | null {
    return this.judging.shown.optional(this.kind === 'api-key' ? this.visible(attribute) : undefined);
  }

  private visible(attribute: string): string | undefined {
    const values = this.object.before ?? this.object.after;
    return isSensitive(this.object, attribute) ? undefined : textIn(member(values, attribute));
  }
}
