import { expect, it } from 'vitest';
import { redact } from '../../../src/client';
import { computed, optional } from '../../../src/plugin/define/attribute';
import { authorFor } from '../../../src/plugin/define/definition';
import { string } from '../../../src/plugin/define/value-type';
import { providerHandlers } from '../../../src/plugin/rpc/handlers';
import { Session } from '../../../src/plugin/rpc/session/session';
import { foreignCodec } from './foreign-codec';
import { encoded, silent } from './shelf';

const hostile = 'name \u001b]0;owned\u0007 \u009b2J \u007f \u202eevil\u2066\u200b \r\u2028 end';
const escaped = 'name \\u{1b}]0;owned\\u{7} \\u{9b}2J \\u{7f} \\u{202e}evil\\u{2066}\\u{200b}   end';

const author = authorFor<{ warn: (summary: string, detail: string) => void }>();
const door = author.resource('bank_door', {
  description: 'A door.',
  attributes: {
    id: computed(string, { description: 'Number.' }),
    name: optional(string, { description: 'Name.' }),
  },
  importBy: 'id',
  create: async ({ name }) => ({ id: '1', name }),
  read: async (state, { client }) => {
    client.warn('Late', 'said by the client');
    return state;
  },
  update: async () => {
    throw new Error(hostile);
  },
  delete: async () => {},
});
const bank = author.provider('bank', {
  description: 'A bank.',
  attributes: {},
  resources: [door],
  dataSources: [],
  functions: [],
  configure: async (_config, { warn }) => {
    warn(`Configured ${hostile}`, `first\n\nlast ${hostile}`);
    return { warn };
  },
  redact,
  explain: error => ({ summary: 'Broken', detail: String(error), attribute: `field ${hostile}` }),
});

interface Said {
  readonly summary?: string;
  readonly detail?: string;
  readonly attribute?: unknown;
}

async function configuredBank() {
  const handlers = providerHandlers(new Session(bank, {}, () => 0, silent));
  const said = async (name: string, message: object): Promise<readonly Said[]> => {
    const { encode, decode } = foreignCodec(name);
    const answer = await handlers.get(`/tfplugin6.Provider/${name}`)?.(encode(message));
    const { diagnostics } = JSON.parse(JSON.stringify(decode(answer ?? new Uint8Array())));
    return diagnostics ?? [];
  };
  return { said, first: await said('ConfigureProvider', { config: encoded({}) }) };
}

const type_name = 'bank_door';
const state = encoded({ id: '1', name: 'a' });

it('a diagnostic contains no control or invisible characters, and keeps our own line feeds', async () => {
  const { first } = await configuredBank();
  expect(first).toMatchObject([{ summary: `Configured ${escaped}`, detail: `first\n\nlast ${escaped}` }]);
});

it('an unknown attribute of the platform is not the place of a diagnostic', async () => {
  const { said } = await configuredBank();
  const request = {
    type_name,
    prior_state: state,
    planned_state: encoded({ id: '1', name: 'b' }),
    config: state,
  };
  const [error] = await said('ApplyResourceChange', request);
  expect(error).toMatchObject({ summary: 'Broken', detail: `Error: ${escaped}` });
  expect(error?.attribute ?? null).toBeNull();
});

it('a later warning of the client is in the next response, once', async () => {
  const { said } = await configuredBank();
  const late = { summary: 'Late', detail: 'said by the client' };
  expect(await said('ReadResource', { type_name, current_state: state })).toMatchObject([late]);
  expect(await said('ValidateResourceConfig', { type_name, config: state })).toEqual([]);
});
