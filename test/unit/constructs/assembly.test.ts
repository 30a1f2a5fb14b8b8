import { readFileSync } from 'node:fs';
import * as constructs from 'cdktf-provider-svc';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import packageJson from '../../../package.json';
import { knownEventTypes, knownScopes } from '../../../src/client/contract/catalogue';
import { svc } from '../../../src/provider';
import { providerSchema, providerSource } from '../../../src/provider/registry-schema';
import { assumed } from '../../../src/provider/unavailable-operations';
import { cdk, packageFolder, packageName } from './package-under-test';

/** The part of a jsii assembly that decides what users of the other languages see. */
const documented = z.object({
  name: z.string(),
  docs: z.object({ summary: z.string().optional(), remarks: z.string().optional() }).optional(),
});
const type = z.object({
  kind: z.string(),
  base: z.string().optional(),
  properties: z.array(documented).optional(),
});
const assembly = z
  .object({
    version: z.string(),
    types: z.record(z.string(), type),
    targets: z.record(z.string(), z.unknown()),
  })
  .parse(JSON.parse(readFileSync(`${packageFolder}/.jsii`, 'utf8')));

const named = (name: string) => assembly.types[`${packageName}.${name}`];
const membersOf = (name: string) => named(name)?.properties ?? [];

describe('what jsii shows to Python, Java and Go', () => {
  it('has the version of this package, and its languages', () => {
    expect(assembly.version).toBe(packageJson.version);
    expect(Object.keys(assembly.targets).sort()).toEqual(['go', 'java', 'js', 'python']);
  });

  it('has no generated base, but its members on the construct', () => {
    expect(Object.keys(assembly.types).filter(name => /Base(Config)?$/.test(name))).toEqual([]);
    expect(named('WebhookEndpoint')?.base).toBe(`${cdk}.TerraformResource`);
    const members = membersOf('WebhookEndpoint').map(({ name }) => name);
    expect(members).toEqual(expect.arrayContaining(['id', 'url', 'urlInput', 'status', 'tfResourceType']));
  });

  it.each(['WebhookEndpointConfig', 'ApiKeyConfig', 'SvcProviderConfig', 'SvcPolicyConfig'])(
    'documents every property of %s',
    name => {
      expect(membersOf(name)).not.toEqual([]);
      expect(membersOf(name).filter(({ docs }) => docs?.summary === undefined)).toEqual([]);
    },
  );
});

/** `svc_webhook_endpoint` is the class WebhookEndpoint, and as a data source DataSvcWebhookEndpoint. */
const pascal = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

describe('the constructs have the same catalogue as the provider', () => {
  it('every resource and data source has a construct', () => {
    const schema = providerSchema().provider_schemas[providerSource];
    const resources = Object.keys(schema?.resource_schemas ?? {}).map(name => name.replace(/^svc_/, ''));
    const dataSources = Object.keys(schema?.data_source_schemas ?? {}).map(name => `data_${name}`);
    expect(resources.length * dataSources.length).toBeGreaterThan(0);
    expect(Object.keys(constructs)).toEqual(
      expect.arrayContaining([...resources, ...dataSources].map(pascal)),
    );
  });

  it.each([
    ['EventType', constructs.EventType, knownEventTypes],
    ['ApiScope', constructs.ApiScope, knownScopes],
  ])('%s has the names of the catalogue, each in capitals', (_, names, catalogue) => {
    expect(Object.values(names)).toEqual(catalogue);
    expect(Object.keys(names)).toEqual(catalogue.map(name => name.replace(/[.:]/g, '_').toUpperCase()));
  });

  it.each([
    ['OnDegraded', constructs.OnDegraded, ['warn', 'replace', 'ignore']],
    ['Refresh', constructs.Refresh, ['coalesced', 'each']],
    ['PlatformOperation', constructs.PlatformOperation, assumed],
    ['PolicyAction', constructs.PolicyAction, ['error', 'warn']],
  ])('%s has the choices of the definition, each with a line to read', (name, constants, choices) => {
    expect(Object.values(constants)).toEqual(choices);
    const lines = membersOf(name).map(({ docs }) => docs?.summary ?? '');
    expect(lines.map(line => line.length > 10)).toEqual(choices.map(() => true));
  });

  it('every argument with choices has its constants', () => {
    const { resources, attributes } = svc;
    const all = [attributes, ...resources.map(resource => resource.attributes)].flatMap(Object.entries);
    const constants = all.flatMap(([name, { type }]) => ('meanings' in type ? pascal(name) : []));
    expect(Object.keys(constructs)).toEqual(expect.arrayContaining(constants));
    expect(constants).toContain('OnDegraded');
  });
});
