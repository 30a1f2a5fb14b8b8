import { expect, it } from 'vitest';
import { providerHandlers } from '../../../src/plugin/rpc/handlers';
import { type Raw, unknown } from '../../../src/plugin/values/raw';
import { answerTo } from './foreign-codec';
import { encoded, rung, unconfigured } from './shelf';

const type = 'shelf_bell';

async function answered(call: string, tone: Raw, code: Raw, session = unconfigured()) {
  rung.length = 0;
  const request = { type_name: type, action_type: type, config: encoded({ tone, code, seal: code }) };
  return answerTo(providerHandlers(session), call, request);
}

const said = (severity: 1 | 2, summary: string, detail: unknown, attribute_name?: string) => ({
  diagnostics: [
    { severity, summary, detail, ...(attribute_name && { attribute: { steps: [{ attribute_name }] } }) },
  ],
});
const loud = said(2, 'Loud', 'It was loud.');
const cracked = said(1, 'Unforeseen', `${type} at invoke`);
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

const rings = (tone: string) => [{ tone, code: 'x', seal: 'x', at: 0 }];

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
  const session = unconfigured();
  const event = answered('InvokeAction', 'endless', 'x', session);
  session.stop();
  expect(await event).toEqual({ completed: said(1, 'Unforeseen', `${type} at invoke`) });
});
