import type { Diagnostic } from '../wire/gen/protocol';
import { type Decoder, type Encoder, type RpcHandler, unary } from '../wire/rpc-handler';
import type { Session } from './session';

/** Every answer that can say something to the user. */
export interface Saying {
  readonly diagnostics: readonly Diagnostic[];
}

/** A method whose answer may hold diagnostics: this is where they leave the plugin, whoever made them. */
export function saying<Client, Request, Response extends Saying>(
  session: Session<Client>,
  request: Decoder<Request>,
  response: Encoder<Response>,
  call: (
    ...parameters: Parameters<Parameters<typeof unary<Request, Response>>[2]>
  ) => Response | Promise<Response>,
): RpcHandler {
  const release = (answer: Response): Response => {
    if (answer.diagnostics.length === 0) return answer;
    session.walk.answered(answer.diagnostics);
    return answer;
  };
  return unary(request, response, (...parameters) => {
    const answer = call(...parameters);
    return answer instanceof Promise ? answer.then(release) : release(answer);
  });
}
