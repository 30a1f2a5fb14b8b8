import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { Client, type ClientOptions, credentials, type ServiceError } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import type { Certificate } from '../../src/plugin/go-plugin/certificate';
import type { StartedPlugin } from './plugin-process';

const definitions = loadSync(['protocol.proto', 'go-plugin.proto'], {
  includeDirs: [join(__dirname, '..', '..', 'src', 'plugin', 'protocol'), __dirname],
  keepCase: true,
  defaults: true,
});

/** Either what came back or gRPC's refusal, so that tests compare values instead of catching. */
export type Answer = { value: unknown } | { code: number; message: string };

/** A gRPC client that shares no code with ours but the protocol file. */
export class ForeignClient {
  private readonly client: Client;

  /** Without a certificate of its own it speaks plain HTTP/2 to a plugin without one, else TLS anonymously. */
  constructor(
    plugin: Pick<StartedPlugin, 'socketPath' | 'certificate'>,
    own?: Certificate,
    options: ClientOptions = {},
  ) {
    this.client = new Client(`unix:${plugin.socketPath}`, credentialsFor(plugin, own), {
      'grpc.ssl_target_name_override': 'localhost',
      'grpc.default_authority': 'localhost',
      'grpc.max_receive_message_length': -1,
      'grpc.max_send_message_length': -1,
      ...options,
    });
  }

  call(service: string, method: string, request: object, deadline = 20_000): Promise<Answer> {
    const { path, requestSerialize, responseDeserialize } = methodOf(service, method);
    return new Promise(resolve => {
      const done = (error: ServiceError | null, value?: unknown) =>
        resolve(error === null ? { value } : { code: error.code, message: error.details });
      const limit = { deadline: Date.now() + deadline };
      this.client.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, limit, done);
    });
  }

  /** Calls one of the fixture's functions with text; the answer's text, or the refusal. */
  async callFunction(name: string, argument: string): Promise<Answer> {
    const request = { name, arguments: [{ msgpack: Buffer.from(argument) }] };
    const answer = await this.call('tfplugin6.Provider', 'CallFunction', request);
    return 'value' in answer ? { value: resultText(answer.value) } : answer;
  }

  /** Starts a call whose response is a stream of messages. It sends them as fast as they are read. */
  stream(service: string, method: string, request: object) {
    const { path, requestSerialize, responseDeserialize } = methodOf(service, method);
    return this.client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, request);
  }

  close(): void {
    this.client.close();
  }
}

function credentialsFor(plugin: Pick<StartedPlugin, 'certificate'>, own: Certificate | undefined) {
  if (plugin.certificate.length === 0) return credentials.createInsecure();
  const server = Buffer.from(new X509Certificate(plugin.certificate).toString());
  if (own === undefined) return credentials.createSsl(server);
  return credentials.createSsl(
    server,
    Buffer.from(own.key.export({ type: 'pkcs8', format: 'pem' })),
    Buffer.from(new X509Certificate(own.der).toString()),
  );
}

function methodOf(service: string, method: string) {
  const found = Object.entries(definitions[service] ?? {}).find(([name]) => name === method)?.[1];
  if (typeof found !== 'object' || !('requestSerialize' in found)) throw new Error(`no ${service}/${method}`);
  return found;
}

function resultText(answer: unknown): string {
  const result = answer instanceof Object && 'result' in answer ? answer.result : undefined;
  const value = result instanceof Object && 'msgpack' in result ? result.msgpack : undefined;
  if (!(value instanceof Uint8Array)) throw new Error('the answer has no result');
  return Buffer.from(value).toString();
}
