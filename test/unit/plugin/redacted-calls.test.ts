import { expect, it } from 'vitest';
import { redact } from '../../../src/client';
import { computed, invalid, optional } from '../../../src/plugin/define/attribute';
import { authorFor } from '../../../src/plugin/define/author';
import type { Warn } from '../../../src/plugin/define/context';
import type { Check } from '../../../src/plugin/define/schema-types';
import { string } from '../../../src/plugin/define/value-type';
import { providerHandlers } from '../../../src/plugin/rpc/handlers';
import { Session } from '../../../src/plugin/rpc/session/session';
import { answerTo } from './foreign-codec';
import { encoded, silent } from './shelf';

const pin = 'pin "of" a vault, 4711';
const masterKey = 'master key 0815';
const check: Check<string> = text => [invalid(`No ${text}`, `It is ${text}.`)];
const spelled = [pin, JSON.stringify(pin), encodeURIComponent(pin)];
const echo = (): never => {
  throw new Error(`${spelled.join(' ')} ${masterKey}`);
};

const author = authorFor<object>();
const attributes = {
  id: computed(string, { description: 'Number.' }),
  pin: optional(string, { sensitive: true, check, description: 'Pin.' }),
};
const vault = author.resource('bank_vault', {
  description: 'A vault.',
  attributes,
  plan: ({ warn, planned }) =>
    warn(`Vault ${planned.pin}`, `It opens by ${spelled.join(' ')}, or ${masterKey}.`),
  create: async (planned, { warn }) => {
    if (planned.pin !== undefined) return echo();
    warn('Created', `It opens by ${pin}.`);
    return { id: '1', pin };
  },
  read: async () => echo(),
  update: async () => echo(),
  delete: async () => echo(),
  list: author.list({
    description: 'Vaults.',
    filters: { pin: optional(string, { sensitive: true, check, description: 'Pin.' }) },
    async *objects() {
      yield { id: '1', displayName: `Vault\nof ${masterKey}`, stateFrom: state => state };
      echo();
    },
  }),
});
/** A provider that repeats in everything it says what it was told in confidence. */
const bank = author.provider('bank', {
  description: 'A bank.',
  attributes: { master_key: optional(string, { sensitive: true, check, description: 'Opens all.' }) },
  resources: [vault],
  dataSources: [
    author.dataSource('bank_vault', { description: 'A vault.', attributes, read: async () => echo() }),
  ],
  actions: [
    author.action('bank_opening', {
      description: 'Opens a vault.',
      attributes: {
        pin: optional(string, { sensitive: true, check, description: 'Pin.' }),
        code: optional(string, { sensitive: true, description: 'Pin, too.' }),
      },
      invoke: async () => echo(),
    }),
  ],
  functions: [],
  configure: async () => ({}),
  redact,
  explain: error => ({ summary: 'Broken', detail: String(error) }),
});

const type_name = 'bank_vault';
const action_type = 'bank_opening';
const object = encoded({ id: '1', pin });
const [none, blank] = [encoded(null), encoded({ id: null, pin: null })];
const settings = encoded({ master_key: masterKey });

/** The bank after it was configured, and what it says of each call. */
async function configured(own = masterKey, provider = bank) {
  const handlers = providerHandlers(new Session(provider, {}, () => 0, silent));
  const said = (call: string, request: object) => answerTo(handlers, call, request);
  return { said, first: await said('ConfigureProvider', { config: encoded({ master_key: own }) }) };
}

async function told(call: string, request: object, own = masterKey): Promise<string> {
  const failing = { ...bank, configure: () => Promise.reject(new Error(`with ${own}`)) };
  const { said, first } = await configured(own, call === 'ConfigureProvider' ? failing : bank);
  return JSON.stringify(call === 'ConfigureProvider' ? first : await said(call, request));
}

it.each<[string, object]>([
  ['ConfigureProvider', {}],
  ['ValidateProviderConfig', { config: settings }],
  ['ValidateResourceConfig', { type_name, config: object }],
  ['ValidateDataResourceConfig', { type_name, config: object }],
  ['PlanResourceChange', { type_name, prior_state: none, proposed_new_state: object, config: object }],
  ['PlanResourceChange', { type_name, prior_state: object, proposed_new_state: object, config: object }],
  ['ReadResource', { type_name, current_state: object }],
  ['ApplyResourceChange', { type_name, prior_state: none, planned_state: object, config: object }],
  ['ApplyResourceChange', { type_name, prior_state: object, planned_state: none, config: none }],
  ['ApplyResourceChange', { type_name, prior_state: none, planned_state: blank, config: blank }],
  ['ReadDataSource', { type_name, config: object }],
  ['ValidateListResourceConfig', { type_name, config: encoded({ pin }) }],
  ['ListResource', { type_name, config: encoded({ pin }), limit: 9 }],
  ['ListResource', { type_name, config: encoded({ pin }), limit: 1, include_resource_object: true }],
  ['ValidateActionConfig', { type_name: action_type, config: encoded({ pin, code: null }) }],
  ['PlanAction', { action_type, config: encoded({ pin, code: null }) }],
  ['InvokeAction', { action_type, config: encoded({ pin: null, code: pin }) }],
])('a diagnostic that repeats a secret leaves %s without it', async (call, request) => {
  const said = await told(call, request);
  expect(said).toContain('[redacted]');
  for (const secret of [masterKey, ...spelled]) {
    expect(said).not.toContain(secret);
    expect(said).not.toContain(JSON.stringify(secret).slice(1, -1));
  }
});

it('a diagnostic leaves an import without the provider’s own secrets', async () => {
  const said = await told('ImportResourceState', { type_name, id: ' ' }, 'ADDRESS ID');
  expect(said).toContain('terraform import [redacted]');
});

it('a diagnostic redacts the values of a state that cannot be upgraded', async () => {
  const raw_state = { json: Buffer.from(JSON.stringify({ pin: 'A newer version' })) };
  expect(await told('UpgradeResourceState', { type_name, version: 9, raw_state })).toContain(
    '[redacted] of the provider wrote',
  );
});

it('a diagnostic loses a secret of two lines before the lines of its summary are joined', async () => {
  const values = encoded({ id: '1', pin: 'ab\n12' });
  const request = { type_name, prior_state: none, proposed_new_state: values, config: values };
  expect(await told('PlanResourceChange', request)).toContain('"summary":"Vault [redacted]"');
});

it.each([
  ['a\n  + resource "forged"\n  + b', 'a + resource "forged" + b'],
  ['\u001b[2J\u202etxt.', '\\u{1b}[2J\\u{202e}txt.'],
])('a diagnostic has a summary of one printable line, whatever its parts hold: %j', async (foreign, line) => {
  const open = {
    ...vault,
    attributes: { id: computed(string, { description: 'Number.' }) },
    plan: ({ warn }: { readonly warn: Warn }) => warn(`Vault ${foreign}`, `It says:\n${foreign}`),
  };
  const { said } = await configured(masterKey, { ...bank, resources: [open] });
  const proposed = encoded({ id: null });
  const request = { type_name, prior_state: none, proposed_new_state: proposed, config: proposed };
  expect(await said('PlanResourceChange', request)).toMatchObject({
    diagnostics: [
      { summary: `Vault ${line}`, detail: expect.stringMatching(/^It says:\n[^\p{Cc}\p{Cf}]*/u) },
    ],
  });
});
