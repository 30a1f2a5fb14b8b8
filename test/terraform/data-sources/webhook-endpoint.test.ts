import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';

const reading = (id: string) =>
  `data "svc_webhook_endpoint" "a" {\n  id = ${id}\n}\noutput "read" {\n  value = data.svc_webhook_endpoint.a\n}\n`;

it('an endpoint is read by its id, without its secret', async () => {
  const s = await scenario();
  const found = { url: 'https://a.example/hook', events: ['alert.created'], secret: 'not-to-be-seen' };
  const { id } = await s.behindTheBack(api => api.webhooks.create(found));
  const { state } = await s.apply(reading(JSON.stringify(id)));
  expect(state.outputs['read']?.value).toEqual({
    id,
    url: found.url,
    events: found.events,
    status: 'active',
    created_at: expect.stringMatching(/^\d{4}-/),
  });
});

it('an endpoint that does not exist is an error that names its id', async () => {
  const s = await scenario();
  await s.expectError(reading('"wh_nowhere"'), /Object does not exist.*wh_nowhere/s);
});

it('an endpoint of the same apply is read after its create', async () => {
  const s = await scenario();
  await s.plantSecret('signing');
  const made = `resource "svc_webhook_endpoint" "a" {\n  url    = "https://a.example/hook"\n  events = ["alert.created"]\n  secret = var.signing\n}\n`;
  const { state } = await s.apply(made + reading('svc_webhook_endpoint.a.id'));
  expect(state.outputs['read']?.value).toMatchObject({ url: 'https://a.example/hook' });
});
