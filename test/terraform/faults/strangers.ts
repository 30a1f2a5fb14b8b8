import { expect } from 'vitest';
import type { Plan } from '../../harness/terraform/plan';
import { failureOf, TerraformFailed } from '../../harness/terraform/terraform-failed';
import { type Diagnostic, diagnosticsIn } from '../../harness/terraform/terraform-json';
import { equalEndpoint, equalKey } from '../blocks';
import type { Ground } from './rule-book/ground';

/** What the configuration wants: a version of each object by its name, absent where there is none. */
export interface Wanted {
  readonly endpoints: Readonly<Record<string, number>>;
  readonly keys: Readonly<Record<string, number>>;
}

/** What a run leaves behind, the rule book names under one of these. */
const namesLeftovers =
  /(?:was there before|may be a duplicate)$|^(?:Equal API key exists|Endpoint exists already): /;
const [remedies, exists] = ['remedies.tf', /^Endpoint exists already: (.+)$/];

/** The objects of others on one platform: no run may change, revoke or adopt one. */
export class Strangers {
  private readonly planted = new Map<string, string>();
  private heard: string[] = [];
  /** Number of applies that were killed in a request. */
  kills = 0;

  constructor(private readonly ground: Ground) {}

  /** Other hands make objects that equal all that the configuration wants. */
  async plant({ endpoints, keys }: Wanted): Promise<void> {
    const ids = await this.ground.s.behindTheBack(api => [
      ...Object.values(endpoints).map(path => api.webhooks.create(equalEndpoint(path)).id),
      ...Object.values(keys).map(version => api.apiKeys.create(equalKey(`version ${version}`)).id),
    ]);
    for (const id of ids) this.planted.set(id, this.look(id));
  }

  /**
   * Plans and applies. With `all`, afterwards the platform is as configured: what is in no state belongs to other
   * hands, or a warning of this plan or apply has named it; such a leftover is then deleted, as the warning advises.
   * Returns what the apply has said.
   */
  async settle(expected: 'any' | 'all'): Promise<readonly Diagnostic[]> {
    const { s } = this.ground;
    const plan = await this.plan();
    const applied = await s.terraform('apply', '-json', plan.file);
    const said = diagnosticsIn(applied.stdout);
    this.hear([...plan.warnings, ...said]);
    await s.workspace.write(remedies, '');
    if (applied.code !== 0) throw failureOf(applied);
    if (expected === 'any') return said;
    for (const [id, looks] of this.planted) expect(this.look(id), `${id} of another hand`).toBe(looks);
    const { resources } = await s.state();
    const inState = new Set(resources.map(({ values }) => values['id']));
    expect(inState.size, 'two resources share no object').toBe(resources.length);
    for (const id of this.planted.keys()) expect(inState.has(id), `${id} is of another hand`).toBe(false);
    for (const id of this.ground.ids) {
      if (inState.has(id) || this.planted.has(id)) continue;
      const isNamed = this.heard.some(text => text.includes(id));
      expect(isNamed, `${id} is in no state: a warning has to name it`).toBe(true);
      await s.behindTheBack(api => api.webhooks.delete(id) || api.apiKeys.delete(id));
    }
    await s.checkInvariants();
    this.heard = [];
    return said;
  }

  /** Plans, and does about each endpoint that exists what its error advises, until the plan has no such error. */
  private async plan(): Promise<Plan> {
    const { s } = this.ground;
    for (let blocks = ''; ; ) {
      try {
        return await s.plan();
      } catch (error) {
        const errors = error instanceof TerraformFailed ? error.errors : [];
        const ids = errors.map(({ summary }) => exists.exec(summary)?.[1]?.split(', '));
        if (ids.length === 0 || ids.includes(undefined)) throw error;
        this.hear(errors);
        for (const [at, each] of ids.entries())
          blocks += await this.remedy(each ?? [], errors[at]?.address ?? '');
        await s.workspace.write(remedies, blocks);
      }
    }
  }

  /** The endpoints of other hands go, a renamed block is moved, and what a killed run has left is imported. */
  private async remedy(ids: readonly string[], to: string): Promise<string> {
    const { s } = this.ground;
    const [id, ...others] = ids.filter(each => !this.planted.has(each));
    await s.behindTheBack(({ webhooks }) => {
      for (const each of ids.filter(one => this.planted.delete(one)).concat(others)) webhooks.delete(each);
    });
    if (id === undefined) return '';
    const former = (await s.state()).resources.find(({ values }) => values['id'] === id);
    if (former === undefined) return `import {\n  to = ${to}\n  id = "${id}"\n}\n`;
    return `moved {\n  from = ${former.address}\n  to = ${to}\n}\n`;
  }

  /** What names leftovers, since the last time that all was settled. */
  hear(said: readonly Diagnostic[]): void {
    for (const { summary, detail } of said)
      if (namesLeftovers.test(summary)) this.heard.push(summary + detail);
  }

  private look(id: string): string {
    const { webhooks, apiKeys } = this.ground.controls;
    return JSON.stringify([webhooks.stored(id), apiKeys.stored(id)]);
  }
}
