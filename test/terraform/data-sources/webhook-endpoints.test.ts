import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';

it('all endpoints are listed, without their secrets', async () => {
  const s = await scenario();
  const urls = Array.from({ length: 101 }, (_, index) => `https://a.example/${index}`);
  await s.behindTheBack(api =>
    urls.map(url => api.webhooks.create({ url, events: ['alert.created'], secret: 'not-to-be-seen' })),
  );
  const { state } = await s.apply(
    'data "svc_webhook_endpoints" "all" {}\noutput "all" {\n  value = data.svc_webhook_endpoints.all.endpoints\n}\n',
  );
  const listed = state.outputs['all']?.value;
  expect(listed).toEqual(urls.map(url => expect.objectContaining({ url, status: 'active' })));
  expect(JSON.stringify(listed)).not.toContain('secret');
});
