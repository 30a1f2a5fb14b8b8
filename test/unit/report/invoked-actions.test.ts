import { expect, it } from 'vitest';
import { verdictOf } from '../../../src/report/verdict';
import { makeSecret } from '../../harness/secrets/secrets';
import { endpoint, endpointChange, planJson } from './plan-json';
import { gradedRisksOf, reportOn } from './report-on';

const { value: held } = makeSecret('held');
const action = 'svc_webhook_endpoint_test';
const invoked = (values: object, more: object = {}) => ({
  address: `action.${action}.a`,
  type: action,
  config_values: values,
  config_sensitive: { secret: true },
  config_unknown: {},
  ...more,
});
const after = {
  lifecycle_action_trigger: {
    triggering_resource_address: 'svc_api_key.x',
    action_trigger_event: 'AfterUpdate',
  },
};
const by = (what: string) => `action-invoked: action.${action}.a is invoked ${what} and sends events to`;
const byHand = by('by -invoke');
const [url, hook, former] = ['pager', 'hook', 'former'].map(host => `https://${host}.example/x`);
const shows = `critical secret-shown: action.${action}.a shows a secret`;
const withKey = { url: `${url}?k=${held}` };
const hiddenKey = invoked(withKey, { config_sensitive: { url: true } });
const unseenHost = 'a host that the plan does not show';

it.each<[what: string, invocation: object, expected: readonly string[]]>([
  ['to an endpoint of the plan', invoked({ url }), [`low ${byHand} pager.example`]],
  ['by a change', invoked({ url }, after), [`low ${by('after_update of svc_api_key.x')} pager.example`]],
  ['to an endpoint of its changes', invoked({ url: hook }), [`low ${byHand} hook.example`]],
  ['to an endpoint as it was', invoked({ url: former }), [`low ${byHand} former.example`]],
  ['to a stranger', invoked({ url: 'https://evil.example/' }), [`medium ${byHand} evil.example`]],
  ['to an unknown host', invoked({}, { config_unknown: { url: true } }), [`medium ${byHand} ${unseenHost}`]],
  ['with a key in its address', invoked(withKey), [shows, `low ${byHand} pager.example`]],
  ['with a hidden secret', invoked({ url, secret: held }), [`low ${byHand} pager.example`]],
  ['with a key in a hidden address', hiddenKey, [shows, `medium ${byHand} ${unseenHost}`]],
])('an action that is invoked %s', (_, invocation, expected) => {
  const ofKey = { address: 'svc_api_key.ci', type: 'svc_api_key', values: { key: held } };
  const resources = [
    { address: 'svc_webhook_endpoint.a', type: 'svc_webhook_endpoint', values: { url } },
    { address: 'svc_webhook_endpoint.b', type: 'svc_webhook_endpoint', values: {} },
    { ...ofKey, sensitive_values: { key: true } },
  ];
  const [before, after] = [endpoint({ url: former }), endpoint({ url: hook })];
  const json = planJson([endpointChange({ actions: ['no-op'], before, after })], {
    action_invocations: [invocation],
    prior_state: { values: { root_module: { resources } } },
  });
  const report = reportOn(json);
  expect(gradedRisksOf(report)).toEqual(expected);
  expect(verdictOf(report).work).toBe('1 action to invoke');
  expect(JSON.stringify(report)).not.toContain(held);
});
