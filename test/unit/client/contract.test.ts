import { expect, it } from 'vitest';
import { contract, operationNames } from '../../../src/client/contract/operations';
import { lineOf } from '../../harness/operations';

/** The only place in tests that spells paths of the platform: all others take them from the contract. */
it('what the platform’s document shows of its operations stands in the contract', () => {
  const documented = operationNames.filter(name => contract[name].source === 'documented');
  const shown = documented.map(name => [`${contract[name].paragraph} ${name}`, lineOf(name)]);
  expect(Object.fromEntries(shown)).toEqual({
    '4.1 webhooks.create': 'POST /v1/webhooks',
    '4.2 tenants.list': 'GET /v1/tenants',
    '4.3 oauth.authorize': 'GET /oauth/authorize',
    '4.4 oauth.token': 'POST /oauth/token',
  });
});
