import type { DataSourceDefinition, ResourceDefinition } from '../define/definition';
import * as protocol from '../wire/gen/protocol';
import { applyResourceChange } from './apply-resource-change';
import { configureProvider } from './configure-provider';
import { getProviderSchema } from './get-provider-schema';
import { importResourceState } from './import-resource-state';
import { planResourceChange } from './plan-resource-change';
import { readDataSource } from './read-data-source';
import { readResource } from './read-resource';
import type { Session } from './session';
import { upgradeResourceState } from './upgrade-resource-state';
import { validateConfig } from './validate-config';

/** Answers one call: protobuf bytes in and out. */
export type RpcHandler = (request: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** One message's generated codec, as far as handlers need it. */
interface Codec<Message> {
  decode(bytes: Uint8Array): Message;
  encode(message: Message): { finish(): Uint8Array };
}

function handler<Request, Response>(
  request: Codec<Request>,
  response: Codec<Response>,
  answer: (request: Request) => Response | Promise<Response>,
): RpcHandler {
  return async bytes => response.encode(await answer(request.decode(bytes))).finish();
}

/** Every call of protocol 6 that this provider answers, by its gRPC path. */
export function providerHandlers<Client>(session: Session<Client>): ReadonlyMap<string, RpcHandler> {
  const { provider } = session;
  const resources = new Map(provider.resources.map(resource => [resource.name, resource]));
  const dataSources = new Map(provider.dataSources.map(dataSource => [dataSource.name, dataSource]));
  return new Map(
    Object.entries({
      ...providerCalls(session),
      ...resourceCalls(session, name => known(resources, name)),
      ...dataSourceCalls(session, name => known(dataSources, name)),
    }).map(([call, answer]) => [`/tfplugin6.Provider/${call}`, answer]),
  );
}

function providerCalls<Client>(session: Session<Client>): Readonly<Record<string, RpcHandler>> {
  const { provider } = session;
  return {
    GetProviderSchema: handler(protocol.GetProviderSchema_Request, protocol.GetProviderSchema_Response, () =>
      getProviderSchema(provider),
    ),
    GetResourceIdentitySchemas: handler(
      protocol.GetResourceIdentitySchemas_Request,
      protocol.GetResourceIdentitySchemas_Response,
      () => ({ identitySchemas: {}, diagnostics: [] }),
    ),
    GetFunctions: handler(protocol.GetFunctions_Request, protocol.GetFunctions_Response, () => ({
      functions: {},
      diagnostics: [],
    })),
    ValidateProviderConfig: handler(
      protocol.ValidateProviderConfig_Request,
      protocol.ValidateProviderConfig_Response,
      ({ config }) => validateConfig(provider, config),
    ),
    ConfigureProvider: handler(
      protocol.ConfigureProvider_Request,
      protocol.ConfigureProvider_Response,
      request => configureProvider(session, request),
    ),
    StopProvider: handler(protocol.StopProvider_Request, protocol.StopProvider_Response, () => {
      session.stop();
      return {};
    }),
  };
}

function resourceCalls<Client>(
  session: Session<Client>,
  resource: (name: string) => ResourceDefinition<Client>,
): Readonly<Record<string, RpcHandler>> {
  return {
    ValidateResourceConfig: handler(
      protocol.ValidateResourceConfig_Request,
      protocol.ValidateResourceConfig_Response,
      ({ typeName, config }) => validateConfig(resource(typeName), config),
    ),
    UpgradeResourceState: handler(
      protocol.UpgradeResourceState_Request,
      protocol.UpgradeResourceState_Response,
      request => upgradeResourceState(resource(request.typeName), request),
    ),
    ReadResource: handler(protocol.ReadResource_Request, protocol.ReadResource_Response, request =>
      readResource(session, resource(request.typeName), request),
    ),
    PlanResourceChange: handler(
      protocol.PlanResourceChange_Request,
      protocol.PlanResourceChange_Response,
      request => planResourceChange(session, resource(request.typeName), request),
    ),
    ApplyResourceChange: handler(
      protocol.ApplyResourceChange_Request,
      protocol.ApplyResourceChange_Response,
      request => applyResourceChange(session, resource(request.typeName), request),
    ),
    ImportResourceState: handler(
      protocol.ImportResourceState_Request,
      protocol.ImportResourceState_Response,
      request => importResourceState(resource(request.typeName), request),
    ),
  };
}

function dataSourceCalls<Client>(
  session: Session<Client>,
  dataSource: (name: string) => DataSourceDefinition<Client>,
): Readonly<Record<string, RpcHandler>> {
  return {
    ValidateDataResourceConfig: handler(
      protocol.ValidateDataResourceConfig_Request,
      protocol.ValidateDataResourceConfig_Response,
      ({ typeName, config }) => validateConfig(dataSource(typeName), config),
    ),
    ReadDataSource: handler(protocol.ReadDataSource_Request, protocol.ReadDataSource_Response, request =>
      readDataSource(session, dataSource(request.typeName), request),
    ),
  };
}

function known<Definition>(definitions: ReadonlyMap<string, Definition>, name: string): Definition {
  const definition = definitions.get(name);
  if (!definition) throw new Error(`Terraform asked for ${name}, which this provider does not have`);
  return definition;
}
