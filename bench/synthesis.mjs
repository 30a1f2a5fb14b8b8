// Synthesises a stack with this many endpoints and prints the milliseconds from `new App()` to the end of
// `app.synth()`: `node bench/synthesis.mjs ours|generated <count> <folder>`. It is not TypeScript: a loader's
// source maps slow down the stack traces that cdktf takes.
import { App, TerraformStack, TerraformVariable } from 'cdktf';
import { SvcProvider, WebhookEndpoint } from 'cdktf-provider-svc';
// The classes that cdktf's generator creates from the provider's schema.
import { SvcProviderBase } from '../lib/gen/provider.js';
import { WebhookEndpointBase } from '../lib/gen/webhook-endpoint.js';

const [who, count, outdir = ''] = process.argv.slice(2);
const [Provider, Endpoint] =
  who === 'ours' ? [SvcProvider, WebhookEndpoint] : [SvcProviderBase, WebhookEndpointBase];

const started = performance.now();
const app = new App({ outdir });
const stack = new TerraformStack(app, 'stack');
new Provider(stack, 'svc', {});
const secret = new TerraformVariable(stack, 'signing_secret', { sensitive: true });
for (let index = 0; index < Number(count); index += 1) {
  new Endpoint(stack, `endpoint-${index}`, {
    url: `https://receiver.example/hooks/${index}`,
    events: ['alert.created', 'incident.created'],
    secret: secret.stringValue,
  });
}
app.synth();
process.stdout.write(String(performance.now() - started));
