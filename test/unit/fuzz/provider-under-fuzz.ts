import { onTestFinished } from 'vitest';
import { providerHandlers } from '../../../src/plugin/rpc/handlers';
import { Session } from '../../../src/plugin/rpc/session/session';
import { encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import type { Raw, RawObject } from '../../../src/plugin/values/raw';
import { svc } from '../../../src/provider';
import { startSandbox } from '../../../src/sandbox';
import { foreignCodec } from '../plugin/foreign-codec';
import { silent } from '../plugin/shelf';

/** The whole provider in this process, configured for a sandbox: its calls by gRPC path. */
export async function providerUnderFuzz() {
  const sandbox = await startSandbox();
  const environment = { SVC_BASE_URL: sandbox.url, SVC_API_KEY: sandbox.key };
  const session = new Session(svc, environment, () => Date.now(), silent);
  const handlers = providerHandlers(session);
  const configure = handlers.get('/tfplugin6.Provider/ConfigureProvider');
  await configure?.(validRequests['ConfigureProvider'] ?? new Uint8Array());
  const { client } = session;
  if (client === undefined) throw new Error('the provider is not configured');
  onTestFinished(async () => {
    await client.close();
    await sandbox.close();
  });
  return { handlers, sandbox };
}

const config: RawObject = {
  base_url: null,
  api_key: null,
  oauth: null,
  request_timeout: null,
  max_retries: 0,
  requests_per_second: null,
  refresh: null,
  unavailable_operations: null,
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
const value = (plain: Raw) => encodeDynamicValue(plain);

const endpoint = { type_name: 'svc_webhook_endpoint' };
const change = { ...state, url: 'https://other.example/' };

/** One well-formed request to each call, for mutations to begin with. */
export const validRequests: Readonly<Record<string, Uint8Array>> = Object.fromEntries(
  Object.entries({
    ValidateProviderConfig: { config: value(config) },
    ConfigureProvider: { terraform_version: '1.11.4', config: value(config) },
    ValidateResourceConfig: { ...endpoint, config: value(planned) },
    UpgradeResourceState: {
      ...endpoint,
      version: 0,
      raw_state: { json: Buffer.from(JSON.stringify(state)) },
    },
    ReadResource: { ...endpoint, current_state: value(state) },
    PlanResourceChange: {
      ...endpoint,
      prior_state: value(state),
      proposed_new_state: value(change),
      config: value({ ...planned, url: change.url }),
    },
    ApplyResourceChange: {
      ...endpoint,
      prior_state: value(null),
      planned_state: value(planned),
      config: value(planned),
    },
    ImportResourceState: { ...endpoint, id: 'wh_1' },
    ValidateDataResourceConfig: { type_name: 'svc_tenants', config: value({ tenants: null }) },
    ReadDataSource: { type_name: 'svc_tenants', config: value({ tenants: null }) },
    CallFunction: {
      name: 'key_environment',
      arguments: [value('svc_test_0000FAKE0000FAKE0000FAKE0000FAKE')],
    },
  }).map(([call, request]) => [call, foreignCodec(call).encode(request)]),
);
