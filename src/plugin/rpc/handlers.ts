import type { RpcHandler, RpcHandlers } from '../grpc/rpc-handler';
import * as protocol from '../protocol/gen/protocol';
import { completed, invokeAction, validateActionConfig } from './actions';
import { applyResourceChange } from './apply-resource-change';
import { configureProvider } from './configure-provider';
import { callFunction, functionMessage } from './functions';
import { importResourceState } from './import-resource-state';
import { isListable, listResource } from './list-resource';
import { planResourceChange } from './plan-resource-change';
import { readDataSource } from './read-data-source';
import { readResource } from './read-resource';
import { byName } from './schema';
import { redactedCalls, redactedStreams } from './session/redacted-calls';
import type { Session } from './session/session';
import { unary } from './session/unary';
import { upgradeResourceState } from './upgrade-resource-state';
import { validateConfig, validateResourceConfig } from './validate-config';

/** A call that names its type. */
interface Typed {
  readonly typeName: string;
}

/** The handlers of protocol 6, by gRPC path. The build encodes the answers with schemas. */
export function providerHandlers<Client>(session: Session<Client>): RpcHandlers {
  return new Map(
    Object.entries({
      ...providerCalls(session),
      ...resourceCalls(session),
      ...dataSourceCalls(session),
      ...listCalls(session),
      ...actionCalls(session),
    }).map(([call, handler]) => [`/tfplugin6.Provider/${call}`, handler]),
  );
}

function providerCalls<Client>(session: Session<Client>): Readonly<Record<string, RpcHandler>> {
  const { provider } = session;
  const answering = redactedCalls(session, () => provider);
  return {
    GetFunctions: unary(protocol.GetFunctions_Request, protocol.GetFunctions_Response, () => ({
      functions: byName(provider.functions, functionMessage),
      diagnostics: [],
    })),
    CallFunction: unary(protocol.CallFunction_Request, protocol.CallFunction_Response, request =>
      callFunction(provider.functions, request),
    ),
    ValidateProviderConfig: answering(
      protocol.ValidateProviderConfig_Request,
      protocol.ValidateProviderConfig_Response,
      (_session, _provider, { config }) => validateConfig(provider, config),
    ),
    ConfigureProvider: answering(
      protocol.ConfigureProvider_Request,
      protocol.ConfigureProvider_Response,
      (_session, _provider, request) => configureProvider(session, request),
    ),
    StopProvider: unary(protocol.StopProvider_Request, protocol.StopProvider_Response, () => {
      session.stop();
      return {};
    }),
  };
}

function resourceCalls<Client>(session: Session<Client>): Readonly<Record<string, RpcHandler>> {
  const resource = finderOf(session.provider.resources);
  const answering = redactedCalls(session, ({ typeName }: Typed) => resource(typeName));
  return {
    ValidateResourceConfig: answering(
      protocol.ValidateResourceConfig_Request,
      protocol.ValidateResourceConfig_Response,
      (_session, definition, request) => validateResourceConfig(definition, request),
    ),
    UpgradeResourceState: answering(
      protocol.UpgradeResourceState_Request,
      protocol.UpgradeResourceState_Response,
      upgradeResourceState,
    ),
    ReadResource: answering(protocol.ReadResource_Request, protocol.ReadResource_Response, readResource),
    PlanResourceChange: answering(
      protocol.PlanResourceChange_Request,
      protocol.PlanResourceChange_Response,
      planResourceChange,
    ),
    ApplyResourceChange: answering(
      protocol.ApplyResourceChange_Request,
      protocol.ApplyResourceChange_Response,
      applyResourceChange,
    ),
    ImportResourceState: answering(
      protocol.ImportResourceState_Request,
      protocol.ImportResourceState_Response,
      importResourceState,
    ),
  };
}

function dataSourceCalls<Client>(session: Session<Client>): Readonly<Record<string, RpcHandler>> {
  const dataSource = finderOf(session.provider.dataSources);
  const answering = redactedCalls(session, ({ typeName }: Typed) => dataSource(typeName));
  return {
    ValidateDataResourceConfig: answering(
      protocol.ValidateDataResourceConfig_Request,
      protocol.ValidateDataResourceConfig_Response,
      (_session, definition, { config }) => validateConfig(definition, config),
    ),
    ReadDataSource: answering(
      protocol.ReadDataSource_Request,
      protocol.ReadDataSource_Response,
      readDataSource,
    ),
  };
}

function listCalls<Client>(session: Session<Client>): Readonly<Record<string, RpcHandler>> {
  const resource = finderOf(session.provider.resources.filter(isListable));
  const filtersOf = ({ typeName }: Typed) => ({ attributes: resource(typeName).list.filters });
  return {
    ValidateListResourceConfig: redactedCalls(session, filtersOf)(
      protocol.ValidateListResourceConfig_Request,
      protocol.ValidateListResourceConfig_Response,
      (_session, filters, { config }) => validateConfig(filters, config),
    ),
    ListResource: redactedStreams(session, ({ typeName }: Typed) => resource(typeName))(
      protocol.ListResource_Request,
      protocol.ListResource_Event,
      listResource,
    ),
  };
}

function actionCalls<Client>(session: Session<Client>): Readonly<Record<string, RpcHandler>> {
  const action = finderOf(session.provider.actions);
  const answering = redactedCalls(session, ({ actionType }: { readonly actionType: string }) =>
    action(actionType),
  );
  return {
    ValidateActionConfig: redactedCalls(session, ({ typeName }: Typed) => action(typeName))(
      protocol.ValidateActionConfig_Request,
      protocol.ValidateActionConfig_Response,
      (_session, definition, { config }) => validateActionConfig(definition, config),
    ),
    PlanAction: answering(
      protocol.PlanAction_Request,
      protocol.PlanAction_Response,
      (_session, definition, { config }) => validateConfig(definition, config),
    ),
    InvokeAction: answering(protocol.InvokeAction_Request, completed, invokeAction),
  };
}

function finderOf<Definition extends { readonly name: string }>(definitions: readonly Definition[]) {
  const known = new Map(definitions.map(definition => [definition.name, definition]));
  return (name: string): Definition => {
    const definition = known.get(name);
    if (!definition) throw new Error(`Terraform asked for ${name}, which this provider does not have`);
    return definition;
  };
}
