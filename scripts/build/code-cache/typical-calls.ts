import { decode, encode } from '@msgpack/msgpack';
import { svc } from '../../../src/provider';
import { startSandbox } from '../../../src/sandbox';
import { bytesOf, type ForeignClient } from '../../../test/protocol/foreign-client';

type Values = Readonly<Record<string, unknown>>;

/** One object of each kind that plans are full of; the functions of any other kind are compiled when called. */
const declared: Readonly<Record<string, Values>> = {
  svc_webhook_endpoint: {
    url: 'https://receiver.example/hooks',
    events: ['alert.created'],
    secret: 'obviously-not-a-secret',
    on_degraded: 'warn',
  },
  svc_api_key: { name: 'build', tenant_id: 'ten_acme', scopes: ['tenants:read'] },
};

/** What Terraform asks when objects are created, refreshed and planned again, against a sandbox. */
export async function typicalCalls(client: ForeignClient): Promise<void> {
  const sandbox = await startSandbox();
  const ask = asking(client);
  try {
    await ask('GetProviderSchema', {});
    const config = dynamic({ ...none(svc.attributes), base_url: sandbox.url, api_key: sandbox.key });
    await ask('ValidateProviderConfig', { config });
    await ask('ConfigureProvider', { terraform_version: '1.11.4', config });
    for (const { name, attributes } of svc.resources) {
      if (name in declared) await live(ask, name, { ...none(attributes), ...declared[name] });
    }
  } finally {
    await sandbox.close();
  }
}

async function live(ask: Ask, type_name: string, declaration: Values): Promise<void> {
  const config = dynamic(declaration);
  await ask('ValidateResourceConfig', { type_name, config });
  const nothing = dynamic(null);
  const planned = await ask('PlanResourceChange', {
    type_name,
    prior_state: nothing,
    proposed_new_state: config,
    config,
  });
  const { planned_state, planned_private } = planned;
  const change = { type_name, prior_state: nothing, planned_state, planned_private, config };
  const applied = await ask('ApplyResourceChange', change);
  const json = Buffer.from(JSON.stringify(decode(bytesOf(applied['new_state'], 'msgpack'))));
  const upgraded = await ask('UpgradeResourceState', { type_name, version: 0, raw_state: { json } });
  const current_state = upgraded['upgraded_state'];
  const read = await ask('ReadResource', { type_name, current_state, private: applied['private'] });
  await ask('PlanResourceChange', {
    type_name,
    prior_state: read['new_state'],
    proposed_new_state: read['new_state'],
    config,
    prior_private: read['private'],
  });
}

type Ask = (method: string, request: object) => Promise<Values>;

function asking(client: ForeignClient): Ask {
  return async (method, request) => {
    const answer = await client.call('tfplugin6.Provider', method, request);
    const value = 'value' in answer ? Object.assign(none({}), answer.value) : {};
    const { diagnostics } = value;
    if (Array.isArray(diagnostics) && diagnostics.length === 0) return value;
    throw new Error(`${method}: ${JSON.stringify(diagnostics ?? answer)}`);
  };
}

/** Terraform sends every attribute, and null for the absent. */
function none(attributes: Values): Record<string, unknown> {
  return Object.fromEntries(Object.keys(attributes).map(name => [name, null]));
}

const dynamic = (value: unknown) => ({ msgpack: Buffer.from(encode(value)) });
