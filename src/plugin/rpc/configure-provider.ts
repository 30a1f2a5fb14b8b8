import { withDefaults } from '../planning/draft-plan';
import type { ConfigureProvider_Request, ConfigureProvider_Response } from '../protocol/gen/protocol';
import { decodeDynamicValue } from '../values/dynamic-value';
import { isWhollyKnown, type Raw, type RawObject } from '../values/raw';
import { toPlainObject } from '../values/to-plain';
import { Diagnostics } from './diagnostics';
import type { Session } from './session/session';
import { validateObject } from './validation';

/**
 * Creates the client from the provider's configuration. A part of the configuration may be unknown, because it depends
 * on an object that does not exist yet. There is then no client, and objects are planned without a read.
 */
export async function configureProvider<Client>(
  session: Session<Client>,
  request: ConfigureProvider_Request,
): Promise<ConfigureProvider_Response> {
  const { provider } = session;
  const diagnostics = new Diagnostics(provider.attributes);
  const config = decodeDynamicValue(request.config) ?? {};
  if (!isWhollyKnown(config)) return { diagnostics: [] };
  const settings = resolveSettings(session, config, diagnostics);
  session.secrets.registerSettings(settings);
  if (!diagnostics.hasErrors) {
    try {
      session.client = await provider.configure(toPlainObject(provider.attributes, settings), {
        environment: session.environment,
        terraformVersion: request.terraformVersion,
        signal: session.signal,
        log: session.log,
        now: session.now,
        warn: diagnostics.warn,
      });
    } catch (error) {
      diagnostics.addExplanation(provider.explain(error, { subject: 'provider', action: 'configure' }));
    }
  }
  return { diagnostics: diagnostics.entries };
}

/** Adds the settings of the environment and the defaults. Terraform has already validated the other settings. */
function resolveSettings<Client>(
  { provider: { attributes, fromEnvironment = {} }, environment }: Session<Client>,
  config: RawObject,
  diagnostics: Diagnostics,
): RawObject {
  const settings: Record<string, Raw> = { ...config };
  for (const [name, variable = ''] of Object.entries(fromEnvironment)) {
    const [attribute, value] = [attributes[name], environment[variable]];
    if (!attribute || !value || (settings[name] ?? null) !== null) continue;
    settings[name] = value;
    validateObject({ [name]: attribute }, { [name]: value }, diagnostics);
  }
  return withDefaults(attributes, settings);
}
