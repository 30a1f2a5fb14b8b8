import { ArgumentFault, type FunctionDefinition } from '../define/provider-function';
import {
  type CallFunction_Request,
  type CallFunction_Response,
  type FunctionMessage,
  StringKind,
} from '../protocol/gen/protocol';
import { decodeAny, encodeDynamicValue } from '../values/dynamic-value';
import { fromPlain } from '../values/from-plain';
import { toPlain } from '../values/to-plain';

/** Returns the signature of a function. Terraform requests all of them with the schema and separately. */
export function functionMessage({
  parameters,
  returns,
  summary,
  description,
}: FunctionDefinition): FunctionMessage {
  const notation = ({ kind }: FunctionDefinition['returns']) => Buffer.from(JSON.stringify(kind));
  return {
    parameters: Object.entries(parameters).map(([name, parameter]) => ({
      name,
      type: notation(parameter.type),
      description: parameter.description,
      descriptionKind: StringKind.MARKDOWN,
    })),
    return: { type: notation(returns) },
    summary,
    description,
    descriptionKind: StringKind.MARKDOWN,
  };
}

/** Calls a function. Terraform waits until all arguments are known, and rejects null. */
export function callFunction(
  functions: readonly FunctionDefinition[],
  request: CallFunction_Request,
): CallFunction_Response {
  const definition = functions.find(({ name }) => name === request.name);
  if (!definition) return { error: { text: `This provider has no function ${request.name}.` } };
  const names = Object.keys(definition.parameters);
  const given = Object.entries(definition.parameters).map(([name, { type }], index) => [
    name,
    toPlain(type, decodeAny(request.arguments[index])),
  ]);
  try {
    const result = fromPlain(definition.returns, definition.run(Object.fromEntries(given)), request.name);
    return { result: encodeDynamicValue(result) };
  } catch (error) {
    if (!(error instanceof ArgumentFault)) throw error;
    // Terraform writes a full stop after the text.
    const text = error.message.replace(/\.$/, '');
    return { error: { text, functionArgument: names.indexOf(error.parameter) } };
  }
}
