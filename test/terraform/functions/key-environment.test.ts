import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';

it('a key shows its environment', async () => {
  const s = await scenario();
  const key = (environment: string) =>
    `provider::svc::key_environment("svc_${environment}_${'0'.repeat(32)}")`;
  const { state } = await s.apply(`output "both" {\n  value = [${key('live')}, ${key('test')}]\n}\n`);
  expect(state.outputs['both']?.value).toEqual(['live', 'test']);
});
