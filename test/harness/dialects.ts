import type { Dialect } from '../../src/sandbox/dialects/dialects';

/** A platform whose updates reset what they are not sent. @param empty how it shows an empty list */
export const resetting = (empty: readonly string[] | null = []): Partial<Dialect> => ({
  updates: (stored, request) => ({
    ...('url' in stored ? { url: '', events: [], secret: '' } : { scopes: [] }),
    ...request,
  }),
  shown: {
    events: shown => (shown.length > 0 ? shown : empty),
    scopes: shown => (shown.length > 0 ? shown : empty),
  },
});
