import type { Attributes } from '../define/schema-types';
import type { RpcHandler } from '../grpc/rpc-handler';
import type { Diagnostic } from '../protocol/gen/protocol';
import { type DynamicValue, decodeDynamicValue } from '../values/dynamic-value';
import { sensitiveTexts } from '../values/sensitive';
import type { Session } from './session';
import { type Decoder, type Encoder, unary } from './unary';

/** Every answer that can say something to the user. */
interface Saying {
  readonly diagnostics: readonly Diagnostic[];
}

type Call<Request, Response> = Parameters<typeof unary<Request, Response>>[2];

/**
 * Methods whose answers may hold diagnostics. This is where these leave the plugin, whoever made them, and the only
 * place that has to look that none repeats a sensitive value of the call, or acts on a terminal. An answer without any
 * costs nothing.
 *
 * @param attributesOf what the values of a call are read by
 */
export function releasing<Client, Subject extends object>(
  session: Session<Client>,
  attributesOf: (request: Subject) => Attributes,
) {
  return <Request extends Subject, Response extends Saying>(
    requestCodec: Decoder<Request>,
    responseCodec: Encoder<Response>,
    call: Call<Request, Response>,
  ): RpcHandler => {
    const release = (request: Request, response: Response): Response => {
      if (response.diagnostics.length === 0 && session.lateWarnings.length === 0) return response;
      const diagnostics = [...response.diagnostics, ...session.lateWarnings.splice(0)];
      session.walk.answered(diagnostics);
      const secrets = secretsOf(attributesOf(request), [
        ...Object.values(request),
        ...Object.values(response),
      ]);
      return { ...response, diagnostics: diagnostics.map(said => session.redact(said, secrets)) };
    };
    return unary(requestCodec, responseCodec, request => {
      const response = call(request);
      return response instanceof Promise
        ? response.then(answer => release(request, answer))
        : release(request, response);
    });
  };
}

/** The sensitive texts of every value of the subject's among these: configurations, states, plans. */
function secretsOf(attributes: Attributes, fields: readonly unknown[]): readonly string[] {
  return fields.filter(isDynamicValue).flatMap(field => {
    try {
      return sensitiveTexts(attributes, decodeDynamicValue(field) ?? {});
    } catch {
      // What cannot be read was not read by the call either.
      return [];
    }
  });
}

function isDynamicValue(field: unknown): field is DynamicValue {
  return typeof field === 'object' && field !== null && ('msgpack' in field || 'json' in field);
}
