import type { Attributes } from '../../../src/plugin/define/schema-types';
import { configureProvider } from '../../../src/plugin/rpc/configure-provider';
import { planResourceChange } from '../../../src/plugin/rpc/plan-resource-change';
import { Session } from '../../../src/plugin/rpc/session/session';
import { validateConfig, validateResourceConfig } from '../../../src/plugin/rpc/validate-config';
import { encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { isRawObject, type RawObject } from '../../../src/plugin/values/raw';
import { svc } from '../../../src/provider';
import type { Platform } from '../../../src/provider/connection/platform';
import { silent } from '../plugin/shelf';

/** What Terraform asks of the provider, in this process: a rule of a block is shown without Terraform. */

type Environment = Readonly<Record<string, string>>;
type Said = readonly { readonly summary: string; readonly detail?: string | undefined }[];

const clientCapabilities = { writeOnlyAttributesAllowed: true };
export const words = (said: Said) => said.map(({ summary, detail = '' }) => `${summary}: ${detail}`);

export function resourceOf(typeName: string) {
  const definition = svc.resources.find(({ name }) => name === typeName);
  if (definition === undefined) throw new Error(`There is no ${typeName}.`);
  return definition;
}

/** A block as Terraform sends it: with null for each attribute that is left out. */
function whole(attributes: Attributes, values: RawObject): RawObject {
  const parts = Object.entries(attributes).map(([name, { type }]) => {
    const value = values[name] ?? null;
    return [name, type.kind === 'object' && isRawObject(value) ? whole(type.attributes, value) : value];
  });
  return Object.fromEntries(parts);
}
export const encoded = (attributes: Attributes, values: RawObject) =>
  encodeDynamicValue(whole(attributes, values));

/** Summary and detail of each fault of a resource's block. */
export function validated(typeName: string, values: RawObject): readonly string[] {
  const definition = resourceOf(typeName);
  const request = { typeName, config: encoded(definition.attributes, values), clientCapabilities };
  return words(validateResourceConfig(definition, request).diagnostics);
}

/** Summary and detail of each fault of a provider block. */
export const validatedProvider = (values: RawObject) =>
  words(validateConfig(svc, encoded(svc.attributes, values)).diagnostics);

/** What a plan says of a block, without a platform. */
export async function planned(
  typeName: string,
  values: RawObject,
  prior: RawObject | undefined,
): Promise<readonly string[]> {
  const definition = resourceOf(typeName);
  const config = encoded(definition.attributes, values);
  const { diagnostics } = await planResourceChange(new Session(svc, {}, () => 0, silent), definition, {
    typeName,
    priorState: prior === undefined ? encodeDynamicValue(null) : encoded(definition.attributes, prior),
    proposedNewState: config,
    config,
  });
  return words(diagnostics);
}

/** A process that Terraform has asked to configure itself by this block, and what it says. */
export async function configured(values: RawObject, environment: Environment, now = () => 0) {
  const session = new Session<Platform>(svc, environment, now, silent);
  const config = encoded(svc.attributes, values);
  const { diagnostics } = await configureProvider(session, { terraformVersion: '1.12.6', config });
  return { session, said: words(diagnostics) };
}
