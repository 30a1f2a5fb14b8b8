import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';
import { endpoint } from '../blocks';

const reading = (id: string) =>
  `data "svc_webhook_endpoint" "a" {\n  id = ${id}\n}\noutput "read" {\n  value = data.svc_webhook_endpoint.a\n}\n`;

it('an endpoint of the same apply is read by its id, without its secret; one that does not exist is an error', async () => {
  const s = await scenario();
  await s.plantSecret('signing');
  const { state } = await s.apply(endpoint('a') + reading('svc_webhook_endpoint.a.id'));
  expect(state.outputs['read']?.value).toEqual({
    id: expect.stringMatching(/^wh_/),
    url: 'https://receiver.example/a',
    events: ['alert.created'],
    status: 'active',
    created_at: expect.stringMatching(/^\d{4}-/),
  });
  await s.expectError(endpoint('a') + reading('"wh_nowhere"'), /Object does not exist.*wh_nowhere/s);
});
