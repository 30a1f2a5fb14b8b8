import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { svc } from '../../src/provider';
import { aSandbox } from '../harness/a-sandbox';
import { CdktfProject } from './cdktf-project';
import { succeeded } from './run';

/** Every argument at least once: some exclude each other. */
const program = `
import { App, TerraformStack, TerraformVariable } from 'cdktf';
import {
  ApiKey, DataSvcTenant, DataSvcWebhookEndpoint, EphemeralVariable, SvcProvider, WebhookEndpoint,
} from 'cdktf-provider-svc';

const app = new App();
const stack = new TerraformStack(app, 'all');
const variable = (name: string) => new TerraformVariable(stack, name, { sensitive: true }).stringValue;
const secret = variable('secret');
new SvcProvider(stack, 'svc', {
  baseUrl: process.env.SVC_BASE_URL, apiKey: variable('api_key'), requestTimeout: 30, maxRetries: 2, requestsPerSecond: 50,
  pageSize: 100, refresh: 'each', unavailableOperations: ['webhooks.update'], listsAreWhole: true, allowSelfRevoke: false,
});
new SvcProvider(stack, 'person', { alias: 'person', oauth: { authUrl: 'https://login.example.com', clientId: 'c"1' } });
const alerts = new WebhookEndpoint(stack, 'alerts', {
  url: 'https://hooks.example.com/alerts', events: ['alert.created', 'incident.created'], secret, onDegraded: 'replace',
});
new WebhookEndpoint(stack, 'written', {
  url: 'https://hooks.example.com/written', events: ['alert.created'],
  secretWo: new EphemeralVariable(stack, 'kept').stringValue, secretWoVersion: 1,
});
const key = { tenantId: 'ten_acme', name: 'a "quoted" name' };
new ApiKey(stack, 'rotated', {
  ...key, scopes: ['alerts:read'],
  rotation: { afterDays: 90, overlapDays: 3, triggers: { 'a b': 'c "d"', e: secret, undefined: undefined as never } },
});
new ApiKey(stack, 'partly', { ...key, scopes: ['alerts:read'], rotation: { overlapDays: 0, triggers: { a: '1' } } });
new ApiKey(stack, 'open', { ...key, unrestricted: true });
new DataSvcTenant(stack, 'tenant', { tenant: 'ten_acme' });
new DataSvcWebhookEndpoint(stack, 'endpoint', { id: alerts.id });
app.synth();
`;

const resource = z.object({
  type: z.string(),
  mode: z.string(),
  expressions: z.record(z.string(), z.unknown()),
});
const providerBlock = z.object({ expressions: z.record(z.string(), z.unknown()).default({}) });
const plan = z.object({
  planned_values: z.unknown(),
  resource_changes: z.unknown(),
  configuration: z.object({
    provider_config: z.record(z.string(), providerBlock),
    root_module: z.object({ resources: z.array(resource) }),
  }),
});

async function planned(project: CdktfProject) {
  succeeded(await project.terraform('all', 'init', '-no-color'));
  succeeded(await project.terraform('all', 'plan', '-no-color', '-out=plan'));
  const text = succeeded(await project.terraform('all', 'show', '-json', 'plan'));
  // Of an expression in JSON, Terraform also shows the text.
  return plan.parse(
    JSON.parse(text, (_, value) => (value?.references ? { references: value.references } : value)),
  );
}

it('a stack with every argument is planned alike from JSON and from HCL', async () => {
  const { url, key } = await aSandbox();
  const secrets = { TF_VAR_secret: 'a-secret-of-24-letters-1', TF_VAR_kept: 'kept-secret-of-24-letter' };
  const project = await CdktfProject.create({ SVC_BASE_URL: url, TF_VAR_api_key: key, ...secrets });
  await project.writeProgram(program);
  succeeded(await project.synthesize());
  const fromJson = await planned(project);
  await rm(path.join(project.stackFolder('all'), 'cdk.tf.json'));
  succeeded(await project.cdktf('synth', '--hcl'));
  expect(await planned(project)).toEqual(fromJson);

  const { provider_config, root_module } = fromJson.configuration;
  const managed = root_module.resources.filter(({ mode }) => mode === 'managed');
  const blocks = [...Object.values(provider_config).map(block => ({ ...block, type: 'svc' })), ...managed];
  for (const { name, attributes } of [{ name: 'svc', attributes: svc.attributes }, ...svc.resources]) {
    const given = blocks.flatMap(({ type, expressions }) => (type === name ? Object.keys(expressions) : []));
    const ofUsers = Object.entries(attributes).filter(
      ([, { mode }]) => !['computed', 'sometimes'].includes(mode),
    );
    expect(given, name).toEqual(expect.arrayContaining(ofUsers.map(([argument]) => argument)));
  }
});
