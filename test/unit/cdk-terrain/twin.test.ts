import { readFileSync } from 'node:fs';
import { App, Fn, TerraformOutput, TerraformStack, TerraformVariable, Testing } from 'cdktn';
import { describe, expect, it } from 'vitest';
import { SvcProvider, WebhookEndpoint } from '../../../dist/cdktn/lib';
import { twinSources } from '../../../scripts/cdk-terrain/sources';
import { svc } from '../../../src/provider';

const targetVersions = { terraform: '>=1.11.0', opentofu: '>=1.11.0' };

it('the twin has no word of cdktf in its sources, but for the names that CDK Terrain kept', async () => {
  const sources = [...(await twinSources('.'))];
  expect(sources.length).toBeGreaterThan(50);
  const left = sources.flatMap(([path, text]) =>
    [...text.matchAll(/.*cdktf(?!\/|\.json\b|\.out\b).*/gi)].map(([line]) => `${path}: ${line}`),
  );
  expect(left).toEqual([]);
});

it('the package of the twin has the command under both names', () => {
  const { bin } = JSON.parse(readFileSync('dist/cdktn/package.json', 'utf8'));
  expect(bin).toEqual({ 'cdktn-provider-svc': 'dist/cli.cjs', 'cdktf-provider-svc': 'dist/cli.cjs' });
});

describe('what only CDK Terrain expresses', () => {
  function aStack(context: Record<string, unknown> = { targetVersions }) {
    const app = new App({ outdir: Testing.app().outdir, context });
    const stack = new TerraformStack(app, 'stack');
    const { functions } = new SvcProvider(stack, 'svc');
    const secret = new TerraformVariable(stack, 'secret', { sensitive: true }).stringValue;
    return { app, stack, functions, secret };
  }

  it('functions are typed members of the provider', () => {
    const { stack, functions, secret } = aStack();
    const genuine = functions.verifyWebhookSignature(
      secret,
      'body',
      functions.webhookSignature(secret, 'body'),
    );
    new TerraformOutput(stack, 'genuine', { value: Fn.nonsensitive(genuine) });
    expect(Testing.synth(stack, true)).toContain(
      'provider::svc::verify_webhook_signature(var.secret, \\"body\\", ' +
        'provider::svc::webhook_signature(var.secret, \\"body\\"))',
    );
  });

  it('a write-only secret is marked, so that a project for older releases is refused it', () => {
    const { app, stack } = aStack({});
    const url = 'https://hooks.example.com/alerts';
    const secretWo = new TerraformVariable(stack, 'written', { sensitive: true });
    secretWo.addOverride('ephemeral', true);
    new WebhookEndpoint(stack, 'alerts', {
      url,
      events: ['alert.created'],
      secretWo: secretWo.stringValue,
      secretWoVersion: 1,
    });
    expect(() => app.synth()).toThrow(/write-only attributes requires terraform >=1\.11\.0/);
  });

  it('reading a write-only argument is deprecated, with the words of the definition', async () => {
    const binding = (await twinSources('.')).get('src/constructs/gen/webhook-endpoint.ts') ?? '';
    const endpoint = svc.resources.find(({ name }) => name === 'svc_webhook_endpoint');
    expect(binding).toContain(
      `  /**\n  * ${endpoint?.attributes['secret_wo']?.description}\n  *\n  * @deprecated `,
    );
  });
});
