import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
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
import { encoded, resourceOf, silent } from './asked';

/** How one command differs: settings of the provider block, Terraform's options, and the days since the test began. */
export interface Command {
  readonly settings?: RawObject;
  readonly options?: string;
  readonly days?: number;
}

/** One resource under Terraform's calls, in this process. Each command has a provider of its own. */
export async function managed(typeName: string) {
  const definition = resourceOf(typeName);
  const folder = mkdtempSync(join(tmpdir(), 'svc-journal-'));
  chmodSync(folder, 0o700);
  const sandbox = await startSandbox();
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });
  const began = Date.now();
  const environment = { SVC_BASE_URL: sandbox.url, SVC_API_KEY: sandbox.key };
  let state: RawObject | null = null;
  let stored: Uint8Array | undefined;

  /** Summaries without the name and the id of the object. */
  const inWords = (diagnostics: readonly Diagnostic[]) =>
    diagnostics.map(({ summary }) =>
      summary.replace(/^(?:API key|Webhook endpoint) .*?(?:key|wh)_\w+\)? /, ''),
    );
  const provider = async ({ settings = {}, options = '', days = 0 }: Command) => {
    const now = () => began + days * 24 * 60 * 60 * 1000;
    const session = new Session(svc, { ...environment, TF_CLI_ARGS: options }, now, silent);
    const config = encoded(svc.attributes, { journal_directory: folder, max_retries: 0, ...settings });
    await configureProvider(session, { terraformVersion: '1.12.6', config, clientCapabilities: undefined });
    onTestFinished(async () => session.client?.close());
    return session;
  };
  const refresh = async (session: Awaited<ReturnType<typeof provider>>) => {
    if (state === null) return [];
    const request = { typeName, currentState: encodeDynamicValue(state), private: stored };
    const read = await readResource(session, definition, request);
    [state, stored] = [decodeDynamicValue(read.newState), read.private];
    return inWords(read.diagnostics);
  };
  const planning = async (configured: RawObject | null, command: Command) => {
    const session = await provider(command);
    const said = await refresh(session);
    const config = configured ? encoded(definition.attributes, configured) : encodeDynamicValue(null);
    const request = { typeName, priorState: encodeDynamicValue(state), config };
    const proposed = { proposedNewState: config, priorPrivate: stored };
    const planned = await planResourceChange(session, definition, { ...request, ...proposed });
    return { request, planned, said: [...said, ...inWords(planned.diagnostics)] };
  };
  return {
    api: sandbox.controls,
    values: (): RawObject => state ?? {},
    id: () => String(state?.['id']),
    refresh: async () => refresh(await provider({})),
    /** Refreshes and plans: the action, and what the plan says. Without a configuration, the block has left it. */
    plan: async (configured: RawObject | null, command: Command = {}) => {
      const { planned, said } = await planning(configured, command);
      const values = decodeDynamicValue(planned.plannedState);
      const isSame = JSON.stringify(values) === JSON.stringify(state);
      const isReplaced = (planned.requiresReplace ?? []).length > 0;
      const change = isReplaced ? 'replace' : isSame ? 'nothing' : 'update';
      const action = state === null ? 'create' : values === null ? 'delete' : change;
      return [action, ...said].join('; ');
    },
    /** Plans, and applies with another process. Returns what the apply says. */
    apply: async (configured: RawObject | null, command: Command = {}) => {
      const { request, planned } = await planning(configured, command);
      const { plannedState, plannedPrivate } = planned;
      const change = { ...request, plannedState, plannedPrivate };
      const applied = await applyResourceChange(await provider(command), definition, change);
      [state, stored] = [decodeDynamicValue(applied.newState), applied.private];
      return inWords(applied.diagnostics).join('; ');
    },
    import: async (id: string) => {
      const { importedResources } = importResourceState(await provider({}), definition, { typeName, id });
      [state, stored] = [decodeDynamicValue(importedResources[0]?.state), undefined];
    },
  };
}
