import { environmentOf } from '../../client';
import { ArgumentFault, providerFunction } from '../../plugin/define/provider-function';
import { string } from '../../plugin/define/value-type';
import { apiKeyForm } from '../checks';

/** By the prefix (paragraph 2.4). A key of another form counts as live, for guards that let test keys pass. */
export const keyEnvironment = providerFunction('key_environment', {
  summary: 'Environment of an API key',
  description:
    '`test` for a key that begins with `svc_test_`, `live` for one that begins with `svc_live_`. A key of another ' +
    'form counts as `live`.',
  parameters: { key: { type: string, description: 'An API key.' } },
  returns: string,
  run({ key }) {
    if (apiKeyForm(key).some(({ severity }) => severity === 'error'))
      throw new ArgumentFault('key', 'This is not an API key: a header cannot carry it');
    return environmentOf(key) ?? 'live';
  },
});
