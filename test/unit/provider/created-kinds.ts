import { lines } from '../../../src/provider/creation/journal/entry';
import { endpoint, key, type RunChanges, type scene } from './creation-fixture';

export type Scene = Awaited<ReturnType<typeof scene>>;
export const answered = (id: string) => lines.answered(1, id);

/** The same rows for both kinds of object. */
export const kinds = {
  endpoint: {
    resource: 'svc_webhook_endpoint',
    make: (s: Scene) => s.sandbox.controls.webhooks.create(endpoint).id,
    edit: (s: Scene, id: string) =>
      s.sandbox.controls.webhooks.update(id, { url: 'https://edited.example/' }),
    all: (s: Scene) => s.sandbox.controls.webhooks.all().map(({ id }) => id),
    create: async (s: Scene, changes: RunChanges = {}) => {
      const provider = await s.applying(changes);
      return { ...(await provider.platform.webhooks.create(endpoint, provider.site)), ...provider };
    },
  },
  key: {
    resource: 'svc_api_key',
    make: (s: Scene) => s.sandbox.controls.apiKeys.issue(key).id,
    edit: (s: Scene, id: string) => s.sandbox.controls.apiKeys.update(id, { name: 'edited' }),
    all: (s: Scene) => s.sandbox.controls.apiKeys.all().map(({ id }) => id),
    create: async (s: Scene, changes: RunChanges = {}) => {
      const provider = await s.applying(changes);
      return { ...(await provider.platform.apiKeys.create(key, provider.site)), ...provider };
    },
  },
} as const;
export const both = ['endpoint', 'key'] as const;
