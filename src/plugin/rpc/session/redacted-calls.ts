import type { Attributes } from '../../define/schema-types';
import type { RpcHandler } from '../../grpc/rpc-handler';
import type { Diagnostic } from '../../protocol/gen/protocol';
import type { Session } from './session';
import { type Decoder, type Encoder, streaming, unary } from './unary';

/** A response that can carry messages for the user. */
export interface WithDiagnostics {
  readonly diagnostics: readonly Diagnostic[];
}

interface Definition {
  readonly attributes: Attributes;
}

/**
 * Returns diagnostics as they may leave the plugin. Every diagnostic leaves it through this function, so only this function
 * must redact them. Without diagnostics, it costs nothing.
 */
function release<Client>(
  session: Session<Client>,
  said: readonly Diagnostic[],
  { attributes }: Definition,
  messages: readonly object[],
): readonly Diagnostic[] {
  return said.length === 0 ? said : session.secrets.redact(said, attributes, messages);
}

/**
 * Wraps methods whose responses may hold diagnostics.
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
    call: (session: Session<Client>, definition: Subject, request: Request) => Response | Promise<Response>,
  ): RpcHandler => {
    const released = (request: Request, response: Response, definition: Subject): Response => {
      const diagnostics = release(session, response.diagnostics, definition, [request, response]);
      return diagnostics === response.diagnostics ? response : { ...response, diagnostics };
    };
    return unary(requestCodec, responseCodec, request => {
      const definition = definitionOf(request);
      const response = call(session, definition, request);
      return response instanceof Promise
        ? response.then(message => released(request, message, definition))
        : released(request, response, definition);
    });
  };
}

/** The same for methods whose response is a stream of events. */
export function redactedStreams<Client, Typed extends object, Subject extends Definition>(
  session: Session<Client>,
  definitionOf: (request: Typed) => Subject,
) {
  return <Request extends Typed, Event extends { readonly diagnostic: readonly Diagnostic[] }>(
    requestCodec: Decoder<Request>,
    eventCodec: Encoder<Event>,
    call: (session: Session<Client>, definition: Subject, request: Request) => AsyncIterable<Event>,
  ): RpcHandler =>
    streaming(requestCodec, eventCodec, async function* redacted(request) {
      const definition = definitionOf(request);
      for await (const event of call(session, definition, request))
        yield { ...event, diagnostic: release(session, event.diagnostic, definition, [request, event]) };
    });
}
