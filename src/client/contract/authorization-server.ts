import type { Operation } from './operation';

/** The operations of the authorization server. */
export const oauth = {
  authorize: { method: 'GET', path: '/oauth/authorize', source: 'documented', paragraph: '4.3' },
  token: { method: 'POST', path: '/oauth/token', source: 'documented', paragraph: '4.4' },
} as const satisfies Record<string, Operation>;
