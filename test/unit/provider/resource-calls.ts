import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createLog } from '../../../src/plugin/log';
import type { Diagnostic } from '../../../src/plugin/protocol/gen/protocol';
import { applyResourceChange } from '../../../src/plugin/rpc/apply-resource-change';
import { configureProvider } from '../../../src/plugin/rpc/configure-provider';
import { importResourceState } from '../../../src/plugin/rpc/import-resource-state';
import { planResourceChange } from '../../../src/plugin/rpc/plan-resource-change';
import { readResource } from '../../../src/plugin/rpc/read-resource';
import { Session } from '../../../src/plugin/rpc/session/session';
import { decodeDynamicValue, encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import type { RawObject } from '../../../src/plugin/values/raw';
import { svc } from '../../../src/provider';
import { startSandbox } from '../../../src/sandbox';

const silent = createLog({ level: undefined, module: 'test', print: () => {}, now: () => 0 });
const nullsOf = (attributes: object): RawObject =>
  Object.fromEntries(Object.keys(attributes).map(name => [name, null]));

/** How one command differs: settings of the provider block, Terraform's options, and the time since the test began. */
export interface Command {
  readonly settings?: RawObject;
  readonly options?: string;
  readonly days?: number;
}

/** One resource under Terraform's calls, in this process. Each command has a provider of its own. */
export async function managed(typeName: string) {
  const definition = svc.resources.find(({ name }) => name === typeName);
  if (definition === undefined) throw new Error(`no resource ${typeName}`);
  const folder = mkdtempSync(join(tmpdir(), 'svc-journal-'));
  chmodSync(folder, 0o700);
  const sandbox = await startSandbox();
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });
  const began = Date.now();
  let state: RawObject | null = null;
  let stored: Uint8Array | undefined;

  const idOf = () => String(state?.['id']);
  /** Errors begin with `error: `, and the object's own id is ID. */
  const inWords = (diagnostics: readonly Diagnostic[]) =>
    diagnostics.map(({ severity, summary }) => {
      const words = summary.replaceAll(idOf(), 'ID');
      return severity === 1 ? `error: ${words}` : words;
    });
  const provider = async ({ settings = {}, options = '', days = 0 }: Command) => {
    const environment = { SVC_BASE_URL: sandbox.url, SVC_API_KEY: sandbox.key, TF_CLI_ARGS: options };
    const session = new Session(svc, environment, () => began + days * 24 * 60 * 60 * 1000, silent);
    const config = { ...nullsOf(svc.attributes), journal_directory: folder, max_retries: 0, ...settings };
    const request = { terraformVersion: '1.12.6', config: encodeDynamicValue(config) };
    await configureProvider(session, { ...request, clientCapabilities: undefined });
    onTestFinished(async () => session.client?.close());
    return session;
  };
  const refresh = async (session: Session<never> | Awaited<ReturnType<typeof provider>>) => {
    if (state === null) return [];
    const request = { typeName, currentState: encodeDynamicValue(state), private: stored };
    const read = await readResource(session, definition, request);
    const said = inWords(read.diagnostics);
    [state, stored] = [decodeDynamicValue(read.newState), read.private];
    return said;
  };
  /** Refreshes and plans. Without a configuration, the block has left it. */
  const plan = async (configured: RawObject | null, command: Command = {}) => {
    const session = await provider(command);
    const said = await refresh(session);
    const config = configured && { ...nullsOf(definition.attributes), ...configured };
    const request = { typeName, priorState: encodeDynamicValue(state), config: encodeDynamicValue(config) };
    const proposed = { proposedNewState: encodeDynamicValue(config), priorPrivate: stored };
    const planned = await planResourceChange(session, definition, { ...request, ...proposed });
    const values = decodeDynamicValue(planned.plannedState);
    const isReplaced = (planned.requiresReplace ?? []).length > 0;
    const change = isReplaced
      ? 'replace'
      : JSON.stringify(values) === JSON.stringify(state)
        ? 'nothing'
        : 'update';
    const action = state === null ? 'create' : values === null ? 'delete' : change;
    return { request, planned, action, said: [...said, ...inWords(planned.diagnostics)] };
  };
  /** Plans, and applies with another process. Returns what the apply says. */
  const apply = async (configured: RawObject | null, command: Command = {}) => {
    const { request, planned } = await plan(configured, command);
    const session = await provider(command);
    const { plannedState, plannedPrivate } = planned;
    const applied = await applyResourceChange(session, definition, {
      ...request,
      plannedState,
      plannedPrivate,
    });
    [state, stored] = [decodeDynamicValue(applied.newState), applied.private];
    return inWords(applied.diagnostics);
  };
  return {
    api: sandbox.controls,
    plan: async (configured: RawObject | null, command?: Command) => {
      const { action, said } = await plan(configured, command);
      return [action, ...said];
    },
    apply,
    refresh: async (command: Command = {}) => refresh(await provider(command)),
    import: async (id: string) => {
      const { importedResources } = importResourceState(await provider({}), definition, { typeName, id });
      [state, stored] = [decodeDynamicValue(importedResources[0]?.state), undefined];
    },
    idOf,
    values: (): RawObject => state ?? {},
  };
}
