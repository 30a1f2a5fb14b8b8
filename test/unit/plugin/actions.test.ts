import { expect, it } from 'vitest';
import { invalid, optional, required } from '../../../src/plugin/define/attribute';
import { authorFor } from '../../../src/plugin/define/author';
import { string } from '../../../src/plugin/define/value-type';
import { providerHandlers } from '../../../src/plugin/rpc/handlers';
import { Session } from '../../../src/plugin/rpc/session/session';
import { encodeProviderSchema } from '../../../src/plugin/rpc/stored-schemas';
import { type Raw, unknown } from '../../../src/plugin/values/raw';
import { answerTo, foreignCodec } from './foreign-codec';
import { encoded, silent } from './shelf';

/** What bells did. */
let rung: object[];
const author = authorFor<object>();
const noTone = invalid('No tone', 'Name one.');

const belfry = author.provider('belfry', {
  description: 'A belfry.',
  attributes: {},
  resources: [],
  dataSources: [],
  actions: [
    author.action('belfry_ring', {
      description: 'Rings.',
      attributes: {
        tone: required(string, { check: tone => (tone === '' ? [noTone] : []), description: 'Tone.' }),
        code: required(string, { sensitive: true, writeOnly: true, description: 'Code.' }),
        seal: optional(string, { sensitive: true, writeOnly: true, description: 'Seal.' }),
      },
      async invoke(config, { warn, fail, now, signal }) {
        rung.push({ ...config, at: now() });
        if (config.tone === 'loud' || config.tone === 'cracked') warn('Loud', 'It was loud.');
        if (config.tone === 'dull') fail('Dull', 'It was dull.', 'tone');
        if (config.tone === 'cracked') throw new Error('crack');
        if (config.tone === 'endless')
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    }),
  ],
  functions: [],
  configure: async () => ({}),
  explain: (error, { subject, action }) => ({
    summary: 'Fault',
    detail: `${error} at ${action} of ${subject}`,
  }),
});

const type = 'belfry_ring';

async function answered(
  call: string,
  tone: Raw,
  code: Raw,
  session = new Session(belfry, {}, () => 7, silent),
) {
  rung = [];
  const request = { type_name: type, action_type: type, config: encoded({ tone, code, seal: code }) };
  return answerTo(providerHandlers(session), call, request);
}

const said = (severity: 1 | 2, summary: string, detail: unknown, attribute_name?: string) => ({
  diagnostics: [
    { severity, summary, detail, ...(attribute_name && { attribute: { steps: [{ attribute_name }] } }) },
  ],
});
const loud = said(2, 'Loud', 'It was loud.');
const cracked = said(1, 'Fault', `Error: crack at invoke of ${type}`);
const nothing = {};
const toneless = said(1, 'No tone', 'Name one.', 'tone');
const literals = ['code', 'seal'].map(name =>
  said(1, `Literal ${name}`, expect.stringMatching(`^\`${name}\` comes from the configuration`)),
);
const literal = { diagnostics: literals.flatMap(({ diagnostics }) => diagnostics) };

it.each([
  ['ValidateActionConfig', 'a literal of a write-only argument', 'low', 'x', literal],
  ['ValidateActionConfig', 'what is not known yet', unknown, unknown, nothing],
  ['ValidateActionConfig', 'an argument that its check refuses', '', unknown, toneless],
  ['PlanAction', 'a value that may be ephemeral', 'low', 'x', nothing],
  ['PlanAction', 'what is not known yet', unknown, unknown, nothing],
  ['PlanAction', 'an argument that its check refuses', '', 'x', toneless],
])('%s judges %s, and invokes nothing', async (call, _, tone, code, expected) => {
  expect(await answered(call, tone, code)).toEqual(expected);
  expect(rung).toEqual([]);
});

const rings = (tone: string) => [{ tone, code: 'x', seal: 'x', at: 7 }];

it.each([
  ['a success', 'low', rings('low'), nothing],
  ['a warning', 'loud', rings('loud'), loud],
  ['a failure', 'dull', rings('dull'), said(1, 'Dull', 'It was dull.', 'tone')],
  ['an error', 'cracked', rings('cracked'), { diagnostics: [...loud.diagnostics, ...cracked.diagnostics] }],
  ['an argument that the plan did not know, and its check refuses', '', [], toneless],
])('%s is the only event of an action', async (_, tone, deeds, completed) => {
  expect(await answered('InvokeAction', tone, 'x')).toEqual({ completed });
  expect(rung).toEqual(deeds);
});

it('an action that Terraform interrupts ends with one event', async () => {
  const session = new Session(belfry, {}, () => 7, silent);
  const event = answered('InvokeAction', 'endless', 'x', session);
  session.stop();
  expect(await event).toEqual({ completed: said(1, 'Fault', expect.stringContaining('aborted')) });
});

it('an action has a schema', () => {
  const attributes = [
    { name: 'tone', required: true },
    { name: 'code', required: true, sensitive: true, write_only: true },
    { name: 'seal', write_only: true },
  ];
  expect(foreignCodec('GetProviderSchema').decode(encodeProviderSchema(belfry))).toMatchObject({
    action_schemas: { [type]: { schema: { block: { description: 'Rings.', attributes } } } },
  });
});
