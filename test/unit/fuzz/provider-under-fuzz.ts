import { onTestFinished } from 'vitest';
import { providerHandlers } from '../../../src/plugin/rpc/handlers';
import { Session } from '../../../src/plugin/rpc/session';
import { encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import type { RawObject } from '../../../src/plugin/values/raw';
import * as protocol from '../../../src/plugin/wire/gen/protocol';
import { createLog } from '../../../src/plugin/wire/log';
import { svc } from '../../../src/provider';
import { startSandbox } from '../../../src/sandbox';

const silent = createLog({ level: undefined, module: 'test', now: () => 0, print: () => {} });

/** The whole provider in this process, configured for a sandbox: its calls by gRPC path. */
export async function providerUnderFuzz() {
  const sandbox = await startSandbox();
  const environment = { SVC_BASE_URL: sandbox.url, SVC_API_KEY: sandbox.key };
  const session = new Session(svc, environment, () => Date.now(), silent);
  const handlers = providerHandlers(session);
  await answer(handlers, 'ConfigureProvider', validRequests['ConfigureProvider'] ?? new Uint8Array());
  const { client } = session;
  if (client === undefined) throw new Error('the provider is not configured');
  onTestFinished(async () => {
    await client.close();
    await sandbox.close();
  });
  return { handlers, sandbox };
}

/** Longer than any call needs; beyond it, it hangs. */
const patience = 10_000;

/** What came of a call: its answer, or the error that the wire turns into a status. */
export async function answer(
  handlers: ReturnType<typeof providerHandlers>,
  call: string,
  request: Uint8Array,
): Promise<Uint8Array | Error> {
  const handler = handlers.get(`/tfplugin6.Provider/${call}`);
  if (handler === undefined) throw new Error(`no ${call}`);
  let deadline: NodeJS.Timeout | undefined;
  const hang = new Promise<never>((_resolve, reject) => {
    deadline = setTimeout(() => reject(new Error(`${call} hangs`)), patience);
  });
  const outcome = Promise.resolve(handler(request)).catch((error: unknown) => {
    if (error instanceof Error) return error;
    throw new Error(`${call} threw what is no error`);
  });
  return Promise.race([outcome, hang]).finally(() => clearTimeout(deadline));
}

const config: RawObject = {
  base_url: null,
  api_key: null,
  oauth: null,
  request_timeout: null,
  max_retries: 0,
  requests_per_second: null,
  refresh: null,
  allow_self_revoke: null,
};
const planned: RawObject = {
  id: null,
  url: 'https://receiver.example/',
  events: ['alert.created'],
  secret: 'not-a-real-secret',
  secret_wo: null,
  secret_wo_version: null,
  on_degraded: 'warn',
  status: null,
  created_at: null,
};
const state: RawObject = { ...planned, id: 'wh_1', status: 'active', created_at: '2026-01-01T00:00:00Z' };
const value = (object: RawObject | null) => encodeDynamicValue(object);
const typeName = 'svc_webhook_endpoint';
const json = new TextEncoder().encode(JSON.stringify(state));

/** One well-formed request to each call, for mutations to begin with. */
export const validRequests: Readonly<Record<string, Uint8Array>> = {
  GetProviderSchema: protocol.GetProviderSchema_Request.encode({}).finish(),
  ValidateProviderConfig: protocol.ValidateProviderConfig_Request.encode({ config: value(config) }).finish(),
  ConfigureProvider: protocol.ConfigureProvider_Request.encode({
    terraformVersion: '1.11.4',
    config: value(config),
    clientCapabilities: undefined,
  }).finish(),
  ValidateResourceConfig: protocol.ValidateResourceConfig_Request.encode({
    typeName,
    config: value(planned),
    clientCapabilities: undefined,
  }).finish(),
  UpgradeResourceState: protocol.UpgradeResourceState_Request.encode({
    typeName,
    version: 0,
    rawState: { json, flatmap: {} },
  }).finish(),
  ReadResource: protocol.ReadResource_Request.encode({
    typeName,
    currentState: value(state),
    private: new Uint8Array(),
    providerMeta: undefined,
    clientCapabilities: undefined,
    currentIdentity: undefined,
  }).finish(),
  PlanResourceChange: protocol.PlanResourceChange_Request.encode({
    typeName,
    priorState: value(state),
    proposedNewState: value({ ...state, url: 'https://other.example/' }),
    config: value({ ...planned, url: 'https://other.example/' }),
    priorPrivate: new Uint8Array(),
    providerMeta: undefined,
    clientCapabilities: undefined,
    priorIdentity: undefined,
  }).finish(),
  ApplyResourceChange: protocol.ApplyResourceChange_Request.encode({
    typeName,
    priorState: value(null),
    plannedState: value(planned),
    config: value(planned),
    plannedPrivate: new Uint8Array(),
    providerMeta: undefined,
    plannedIdentity: undefined,
  }).finish(),
  ImportResourceState: protocol.ImportResourceState_Request.encode({
    typeName,
    id: 'wh_1',
    clientCapabilities: undefined,
    identity: undefined,
  }).finish(),
  ReadDataSource: protocol.ReadDataSource_Request.encode({
    typeName: 'svc_webhook_endpoints',
    config: value({ webhook_endpoints: null }),
    providerMeta: undefined,
    clientCapabilities: undefined,
  }).finish(),
  CallFunction: protocol.CallFunction_Request.encode({
    name: 'key_environment',
    arguments: [encodeDynamicValue('svc_test_0000FAKE0000FAKE0000FAKE0000FAKE')],
  }).finish(),
};
