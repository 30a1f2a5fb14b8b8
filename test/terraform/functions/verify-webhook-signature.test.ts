import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';

it('only the exact signature of the exact body is genuine', async () => {
  const s = await scenario();
  const calls = {
    genuine: 'provider::svc::verify_webhook_signature("a", "b", provider::svc::webhook_signature("a", "b"))',
    other_body:
      'provider::svc::verify_webhook_signature("a", "c", provider::svc::webhook_signature("a", "b"))',
    empty: 'provider::svc::verify_webhook_signature("a", "b", "")',
  };
  const outputs = Object.entries(calls).map(([name, call]) => `output "${name}" {\n  value = ${call}\n}\n`);
  const { state } = await s.apply(outputs.join(''));
  const values = Object.fromEntries(Object.entries(state.outputs).map(([name, { value }]) => [name, value]));
  expect(values).toEqual({ genuine: true, other_body: false, empty: false });
});
