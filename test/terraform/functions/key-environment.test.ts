import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';

it('a key shows its environment', async () => {
  const s = await scenario();
  const key = (environment: string) =>
    `provider::svc::key_environment("svc_${environment}_${'0'.repeat(32)}")`;
  const { state } = await s.apply(`output "both" {\n  value = [${key('live')}, ${key('test')}]\n}\n`);
  expect(state.outputs['both']?.value).toEqual(['live', 'test']);
});

it('a text that is no key is an error at the argument, and the text is not repeated', async () => {
  const s = await scenario();
  const planted = await s.plantSecret('other');
  const failed = await s.expectError(
    'output "a" {\n  sensitive = true\n  value     = provider::svc::key_environment(var.other)\n}\n',
    /This is not an API key/,
  );
  expect(JSON.stringify(failed.errors)).not.toContain(planted);
});
