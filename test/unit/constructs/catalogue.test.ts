import * as constructs from 'cdktf-provider-svc';
import { describe, expect, it } from 'vitest';
import { knownEventTypes, knownScopes } from '../../../src/client/contract/catalogue';
import { providerSchema, providerSource } from '../../../src/provider/registry-schema';

const schema = providerSchema().provider_schemas[providerSource];

/** `svc_webhook_endpoint` is the class WebhookEndpoint, and as a data source DataSvcWebhookEndpoint. */
function pascal(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

describe('the constructs know what the rest of the package knows', () => {
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
});
