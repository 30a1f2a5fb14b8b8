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

/** A platform whose updates add to lists. */
export const adding: Partial<Dialect> = {
  updates: (stored, request) =>
    Object.fromEntries(
      Object.entries(request).map(([name, value]: [string, unknown]) => {
        const former: unknown = Reflect.get(stored, name);
        const isList = Array.isArray(former) && Array.isArray(value);
        return [name, isList ? [...new Set([...former, ...value])] : value];
      }),
    ),
};
