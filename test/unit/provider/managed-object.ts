import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { expect } from 'vitest';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import { isOperationName } from '../../../src/client';
import { applyResourceChange } from '../../../src/plugin/rpc/apply-resource-change';
import { importResourceState } from '../../../src/plugin/rpc/import-resource-state';
import { planResourceChange } from '../../../src/plugin/rpc/plan-resource-change';
import { readResource } from '../../../src/plugin/rpc/read-resource';
import type { Session } from '../../../src/plugin/rpc/session/session';
import { decodeDynamicValue, encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import type { RawObject } from '../../../src/plugin/values/raw';
import type { Platform } from '../../../src/provider/connection/platform';
import type { CommandMode } from '../../../src/provider/connection/terraform-command';
import { collectionOfResource } from '../../../src/provider/registered-resources';
import type { Sandbox } from '../../../src/sandbox';
import { aSandbox } from '../../harness/a-sandbox';
import { configured, encoded, resourceOf, words } from './asked';

export const sandboxOfTest = () => aSandbox({ dialect: { idempotency: 'ignored' } });

/** A process of the provider that Terraform has configured for the sandbox. */
export async function processFor(sandbox: Sandbox, settings: RawObject) {
  const data = temporaryFolder(tmpdir(), 'svc-data-');
  const values = { base_url: sandbox.url, api_key: sandbox.key, max_retries: 0, ...settings };
  const { session, said } = await configured(values, { TF_DATA_DIR: data }, Date.now);
  if (said.length > 0) throw new Error(said.join('\n'));
  return session;
}

/** One object, its state and its private data, as Terraform keeps them between its calls. */
export class ManagedObject {
  state: RawObject | null = null;
  notes: Uint8Array | undefined;
  private session: Promise<Session<Platform>>;

  /** @param settings of the provider block */
  constructor(
    private readonly sandbox: Sandbox,
    private readonly typeName: string,
    public settings: RawObject = {},
  ) {
    this.session = processFor(sandbox, settings);
  }

  get id(): string {
    return String(this.state?.['id']);
  }

  /** @param values the block; undefined for a deletion */
  async plan(values: RawObject | undefined) {
    const definition = resourceOf(this.typeName);
    const config = values === undefined ? encodeDynamicValue(null) : encoded(definition.attributes, values);
    const session = await this.session;
    // Terraform sends each stored state first.
    if (this.state !== null) session.seen(definition, this.state);
    const answer = await planResourceChange(session, definition, {
      typeName: this.typeName,
      priorState: encodeDynamicValue(this.state),
      proposedNewState: config,
      config,
      priorPrivate: this.notes,
    });
    return {
      // Terraform plans an object once in a walk. Here, a second plan of it is no second address.
      said: words(answer.diagnostics).filter(
        text => !/ is at two addresses| would be kept and del/.test(text),
      ),
      replaces: answer.requiresReplace.map(({ steps }) => steps[0]?.attributeName),
      answer,
      config,
    };
  }

  /** Plans the create of a replacement, as Terraform does after the plan of the change: with its notes, without a state. */
  async planReplacement(values: RawObject): Promise<readonly string[]> {
    this.notes = (await this.plan(values)).answer.plannedPrivate;
    this.state = null;
    const { said, answer } = await this.plan(values);
    this.notes = answer.plannedPrivate;
    return said;
  }

  /** Applies. The platform makes the change, its answer is lost, and what the failed apply has returned is kept. */
  async loseTheAnswerOf(values: RawObject | undefined): Promise<void> {
    const collection = collectionOfResource.get(this.typeName);
    const operation = `${collection}.${values === undefined ? 'delete' : 'update'}`;
    assert(isOperationName(operation));
    this.sandbox.controls.faults.add({ operation, effect: { kind: 'drop-after' } });
    expect(await this.apply(values)).toEqual([expect.stringMatching(/^Connection .*lost/)]);
  }

  /** Plans and applies. Returns what the apply says. Keeps what it returns, also if it failed. */
  async apply(values: RawObject | undefined): Promise<readonly string[]> {
    const { answer, config } = await this.plan(values);
    const applied = await applyResourceChange(await this.session, resourceOf(this.typeName), {
      typeName: this.typeName,
      priorState: encodeDynamicValue(this.state),
      plannedState: answer.plannedState,
      plannedPrivate: answer.plannedPrivate,
      config,
    });
    this.state = decodeDynamicValue(applied.newState);
    this.notes = applied.private;
    return words(applied.diagnostics);
  }

  async import(id: string, mode?: CommandMode): Promise<readonly string[]> {
    const request = { typeName: this.typeName, id, clientCapabilities: undefined };
    const { importedResources } = importResourceState(await this.session, resourceOf(this.typeName), request);
    this.state = decodeDynamicValue(importedResources[0]?.state);
    return this.refresh(mode);
  }

  /** Begins a walk that refreshes nothing, such as that of an apply: a new process with these settings. */
  beginWalk(settings = this.settings): void {
    this.settings = settings;
    this.session = processFor(this.sandbox, settings);
  }

  /** Reads the object as often in one new process, which lists after two reads, and returns each state. */
  async readAtOnce(count: number): Promise<readonly unknown[]> {
    const session = await processFor(this.sandbox, this.settings);
    const answers = await Promise.all(Array.from({ length: count }, () => this.read(session)));
    return answers.map(({ newState }) => decodeDynamicValue(newState));
  }

  /** Reads the object in a new process, as each walk does, and returns what the refresh says. The plan is made there, too. */
  async refresh(mode: CommandMode = 'normal'): Promise<readonly string[]> {
    this.beginWalk();
    const session = await this.session;
    if (session.client) session.client = { ...session.client, mode, drift: new Map() };
    const read = await this.read(session);
    this.state = decodeDynamicValue(read.newState);
    this.notes = read.private;
    return words(read.diagnostics);
  }

  private read(session: Session<Platform>) {
    const { typeName, notes } = this;
    const currentState = encodeDynamicValue(this.state);
    return readResource(session, resourceOf(typeName), { typeName, currentState, private: notes });
  }
}

export const endpoint = { url: 'https://a.example/hook', events: ['alert.created'], secret: 'made-up-1' };
export const key = { name: 'reporting', tenant_id: 'ten_acme', scopes: ['alerts:read', 'tenants:read'] };
const blocks = { svc_webhook_endpoint: endpoint, svc_api_key: key };
export type Managed = keyof typeof blocks;

/** An object that this process has created. */
export async function created(type: Managed, changes: RawObject = {}, settings: RawObject = {}) {
  const sandbox = await sandboxOfTest();
  const object = new ManagedObject(sandbox, type, settings);
  const values = { ...blocks[type], ...changes };
  await object.apply(values);
  // A younger object that no read shows is asked for again, for ten seconds.
  await sandbox.controls.clock.advance(61_000);
  const collection = type === 'svc_api_key' ? ('apiKeys' as const) : ('webhooks' as const);
  return { sandbox, object, values, collection, controls: sandbox.controls };
}

export const lacking = (...operations: string[]) => ({ unavailable_operations: operations });
export const like = (...patterns: RegExp[]) => patterns.map(pattern => expect.stringMatching(pattern));
