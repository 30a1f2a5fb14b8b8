import { ArgumentFault, providerFunction } from '../../plugin/define/provider-function';
import { string } from '../../plugin/define/value-type';

/** Returns the environment of a key, by its prefix (paragraph 2.4). */
export const keyEnvironment = providerFunction('key_environment', {
  summary: 'Environment of an API key',
  description: '`live` for a key that begins with `svc_live_`, `test` for one that begins with `svc_test_`.',
  parameters: { key: { type: string, description: 'An API key.' } },
  returns: string,
  run({ key }) {
    const environment = /^svc_(live|test)_[A-Za-z0-9]{32}$/.exec(key)?.[1];
    if (environment === undefined) {
      throw new ArgumentFault(
        'key',
        'This is not an API key. An API key is svc_live_ or svc_test_ followed by 32 letters and digits.',
      );
    }
    return environment;
  },
});
