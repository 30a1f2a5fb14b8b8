import { expect } from 'vitest';
import { failureOf } from '../../harness/terraform/terraform-failed';
import { type Diagnostic, diagnosticsIn } from '../../harness/terraform/terraform-json';
import type { Ground } from './rule-book/ground';

/** What the configuration wants: a version of each object by its name, absent where there is none. */
export interface Wanted {
  readonly endpoints: Readonly<Record<string, number>>;
  readonly keys: Readonly<Record<string, number>>;
}

/** What the rule book leaves behind, it names under one of these. */
const namesLeftovers =
  /(?:looks the same|may be a duplicate|is in no state|is not revoked yet|is not taken over by this run)$/;

/** The objects of others on one platform: no run may change, revoke or adopt one. */
export class Strangers {
  private readonly planted = new Map<string, string>();
  private heard: string[] = [];
  /** Number of applies that were killed in a request. */
  kills = 0;

  constructor(
    private readonly ground: Ground,
    /** Lets the platform live an hour later. */
    readonly moveClock: () => void,
  ) {}

  /** Other hands make objects that equal all that the configuration wants. */
  async plant({ endpoints, keys }: Wanted): Promise<void> {
    const ids = await this.ground.s.behindTheBack(api => [
      ...Object.values(endpoints).map(
        path =>
          api.webhooks.create({ url: `https://receiver.example/${path}`, events: ['alert.created'] }).id,
      ),
      ...Object.values(keys).map(
        version =>
          api.apiKeys.create({ name: `version ${version}`, tenant_id: 'ten_acme', scopes: ['alerts:read'] })
            .id,
      ),
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
    const plan = await s.plan();
    const applied = await s.terraform('apply', '-json', plan.file);
    const said = diagnosticsIn(applied.stdout);
    this.hear([...plan.warnings, ...said]);
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

  /** What names leftovers, since the last time that all was settled. */
  hear(said: readonly Diagnostic[]): void {
    for (const { summary, detail } of said)
      if (namesLeftovers.test(summary)) this.heard.push(summary + detail);
  }

  private look(id: string): string {
    const { webhooks, apiKeys } = this.ground.controls;
    return JSON.stringify([webhooks.kept(id), apiKeys.kept(id)]);
  }
}
