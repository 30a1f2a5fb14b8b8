import type { Attributes } from '../../define/schema-types';
import type { RpcHandler } from '../../grpc/rpc-handler';
import type { Diagnostic } from '../../protocol/gen/protocol';
import type { Session } from './session';
import { type Decoder, type Encoder, unary } from './unary';

/** A response that can carry messages for the user. */
export interface WithDiagnostics {
  readonly diagnostics: readonly Diagnostic[];
}

/** The provider, a resource or a data source. */
interface Definition {
  readonly attributes: Attributes;
}

/** One call of the protocol, with its definition. */
export type Call<Request, Response, Subject> = (
  request: Request,
  definition: Subject,
) => Response | Promise<Response>;

/**
 * Wraps methods whose responses may hold diagnostics. Every diagnostic leaves the plugin through this function, so only
 * this function must redact them. A response without diagnostics costs nothing.
 *
 * @param definitionOf finds the definition of a call, once for each call
 */
export function redactedCalls<Client, Typed extends object, Subject extends Definition>(
  session: Session<Client>,
  definitionOf: (request: Typed) => Subject,
) {
  return <Request extends Typed, Response extends WithDiagnostics>(
    requestCodec: Decoder<Request>,
    responseCodec: Encoder<Response>,
    call: Call<Request, Response, Subject>,
  ): RpcHandler => {
    const release = (request: Request, response: Response, { attributes }: Subject): Response => {
      if (response.diagnostics.length === 0 && session.lateWarnings.length === 0) return response;
      const diagnostics = [...response.diagnostics, ...session.lateWarnings.splice(0)];
      session.walk.answered(diagnostics);
      return {
        ...response,
        diagnostics: session.secrets.redact(diagnostics, attributes, [request, response]),
      };
    };
    return unary(requestCodec, responseCodec, request => {
      const definition = definitionOf(request);
      const response = call(request, definition);
      return response instanceof Promise
        ? response.then(message => release(request, message, definition))
        : release(request, response, definition);
    });
  };
}
