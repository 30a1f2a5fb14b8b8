import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';
import { key } from '../blocks';

/** Known to Terraform when it has applied it, and not before. */
const later = 'resource "terraform_data" "later" {\n  input = "devices:read"\n}\n';

it('variables are no fault of a block: validation knows none of them, and a null one is an error of the plan', async () => {
  const s = await scenario();
  const rotation = 'rotation = {\n  after_days = var.days\n  overlap_days = 1\n  triggers = var.triggers\n}';
  const block = key('a', { more: rotation }).replace('["alerts:read"]', '["alerts:read", var.scope]');
  const types = { days: 'number', triggers: 'map(string)', scope: 'string' };
  const variables = Object.entries(types).map(
    ([name, type]) => `variable "${name}" {\n  type    = ${type}\n  default = null\n}\n`,
  );
  const configuration = variables.join('') + block;
  await s.configure(configuration);
  expect((await s.terraform('validate', '-no-color')).stdout).toContain('Success!');
  await expect(s.plan()).rejects.toThrow('Rotation without a trigger');
  const values = { days: 30, triggers: { release: '1' }, scope: 'devices:read' };
  await s.apply(configuration, { variables: values });
});

it('scopes with one unknown cause a warning that the key may gain scopes, with their names once known', async () => {
  const s = await scenario();
  await s.startFrom(key('a'));
  const wider = key('a').replace('["alerts:read"]', '["alerts:read", terraform_data.later.output]');
  const { state } = await s.apply(later + wider, {
    warnings: [/API key a \(key_\w+\) may gain scopes\n/],
    atApply: [/API key a \(key_\w+\) gains devices:read\n/],
  });
  const issued = state.resources.find(({ type }) => type === 'svc_api_key');
  expect(issued?.values['scopes']).toEqual(['alerts:read', 'devices:read']);
});
