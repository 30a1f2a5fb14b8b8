import { readFileSync } from 'node:fs';
import * as constructs from 'cdktf-provider-svc';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { knownEventTypes, knownScopes } from '../../../src/client/contract/catalogue';
import { ruleNames } from '../../../src/constructs/policy/rules/policy';
import { svc } from '../../../src/provider';
import { providerSchema, providerSource } from '../../../src/provider/registry-schema';
import { assumed } from '../../../src/provider/unavailable-operations';
import { packageFolder, packageName } from './package-under-test';

/** Members of the assembly's types, whose first words every language shows. */
const assembly = z.object({
  types: z.record(
    z.string(),
    z.object({
      properties: z
        .array(z.object({ docs: z.object({ summary: z.string().optional() }).optional() }))
        .optional(),
    }),
  ),
});

const schema = providerSchema().provider_schemas[providerSource];

/** `svc_webhook_endpoint` is the class WebhookEndpoint, and as a data source DataSvcWebhookEndpoint. */
function pascal(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

describe('the constructs have the same catalogue as the package', () => {
  it('every resource and data source of the provider has a construct', () => {
    const resources = Object.keys(schema?.resource_schemas ?? {}).map(type =>
      pascal(type.replace(/^svc_/, '')),
    );
    const dataSources = Object.keys(schema?.data_source_schemas ?? {}).map(type => `Data${pascal(type)}`);
    expect(resources.length * dataSources.length).toBeGreaterThan(0);
    expect(Object.keys(constructs)).toEqual(expect.arrayContaining([...resources, ...dataSources]));
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
    ['LookAlikes', constructs.LookAlikes, ['warn', 'refuse']],
    ['PlatformOperation', constructs.PlatformOperation, assumed],
    ['PolicyAction', constructs.PolicyAction, ['error', 'warn']],
    ['PolicyRule', constructs.PolicyRule, ruleNames],
  ])('%s has the choices of the definition, each with a line to read', (name, constants, choices) => {
    expect(Object.values(constants)).toEqual(choices);
    const { types } = assembly.parse(JSON.parse(readFileSync(`${packageFolder}/.jsii`, 'utf8')));
    const members = types[`${packageName}.${name}`]?.properties ?? [];
    expect(members.map(({ docs }) => (docs?.summary ?? '').length > 10)).toEqual(choices.map(() => true));
  });

  it('every argument with choices has its constants', () => {
    const { resources, attributes } = svc;
    const all = [attributes, ...resources.map(resource => resource.attributes)].flatMap(Object.entries);
    const named = all.flatMap(([name, { type }]) => ('choices' in type ? pascal(name) : []));
    expect(Object.keys(constructs)).toEqual(expect.arrayContaining(named));
    expect(named).toContain('OnDegraded');
  });
});
