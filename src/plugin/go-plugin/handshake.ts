/** The handshake of Terraform's plugin library: environment variables, and one line of output. */

const cookieName = 'TF_PLUGIN_MAGIC_COOKIE';
const cookieValue = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';

/** Version of the plugin library's handshake, and of Terraform's provider protocol. */
const handshakeVersion = 1;
const protocolVersion = 6;

/** Terraform's request, or a message for the person who started the process. */
export type Handshake = { clientCertificate: string | undefined } | { refusal: string };

const startedByHand =
  'This program is a Terraform provider. Terraform (or OpenTofu) starts it. It does nothing when ' +
  "you start it yourself.\nTo use it, require it in a configuration's required_providers block and " +
  'run terraform init.\n';

/** A Terraform older than 1.0 does not know this version of the protocol, and says so when it reads the line. */
export function readHandshake(environment: NodeJS.ProcessEnv): Handshake {
  if (environment[cookieName] !== cookieValue) return { refusal: startedByHand };
  return { clientCertificate: environment['PLUGIN_CLIENT_CERT'] || undefined };
}

/** Returns the line that Terraform waits for. The certificate is base64 without padding, as Terraform decodes it. */
export function handshakeLine(socketPath: string, certificate: Buffer | undefined): string {
  const encoded = certificate?.toString('base64').replace(/=+$/, '') ?? '';
  return `${handshakeVersion}|${protocolVersion}|unix|${socketPath}|grpc|${encoded}\n`;
}
