import type { ActionDefinition } from '../define/definition';
import { type DynamicValue, InvokeAction_Event, type InvokeAction_Request } from '../protocol/gen/protocol';
import { decodeDynamicValue } from '../values/dynamic-value';
import { isWhollyKnown } from '../values/raw';
import { toPlainObject } from '../values/to-plain';
import { writeOnlyNames } from '../values/write-only';
import { Diagnostics } from './diagnostics';
import type { WithDiagnostics } from './session/redacted-calls';
import type { Session } from './session/session';
import type { Encoder } from './session/unary';
import { validateConfig } from './validate-config';
import { validateObject } from './validation';

/**
 * Validates an action's configuration. Core calls this where every variable and object is unknown, so a known write-only
 * value is a literal. From an action's configuration, core's plan file leaves out ephemeral values only.
 */
export function validateActionConfig(
  definition: ActionDefinition,
  config: DynamicValue | undefined,
): WithDiagnostics {
  const { attributes } = definition;
  const raw = decodeDynamicValue(config) ?? {};
  const literals = writeOnlyNames(attributes, raw).filter(name => isWhollyKnown(raw[name] ?? null));
  const diagnostics = new Diagnostics(attributes);
  for (const name of literals)
    diagnostics.fail(
      `Literal ${name}`,
      `\`${name}\` comes from the configuration itself, and every plan file would contain it. Use an ephemeral variable, or a ` +
        'value of an ephemeral resource.',
      name,
    );
  return { diagnostics: [...diagnostics.entries, ...validateConfig(definition, config).diagnostics] };
}

/** Checks the values that the plan did not know, then carries the action out. */
export async function invokeAction<Client>(
  session: Session<Client>,
  { name, attributes, ...definition }: ActionDefinition,
  { config }: InvokeAction_Request,
): Promise<WithDiagnostics> {
  const diagnostics = new Diagnostics(attributes);
  const raw = decodeDynamicValue(config) ?? {};
  validateObject(attributes, raw, diagnostics);
  if (diagnostics.hasErrors) return { diagnostics: diagnostics.entries };
  try {
    const { warn, fail } = diagnostics;
    const { now, signal } = session;
    await definition.invoke(toPlainObject(attributes, raw), { warn, fail, now, signal });
  } catch (error) {
    diagnostics.addExplanation(session.provider.explain(error, { subject: name, action: 'invoke' }));
  }
  return { diagnostics: diagnostics.entries };
}

/**
 * Encodes the result of an action as the only event of its stream, which is then the same as the response of a unary call.
 * Without this event core reports success. Terraform 1.15 crashes at an event after an error, or after an interrupt.
 */
export const completed: Encoder<WithDiagnostics> = {
  encode: ({ diagnostics }, writer) =>
    InvokeAction_Event.encode({ completed: { diagnostics: [...diagnostics] } }, writer),
};
