import { call, Fn, type IResolvable, Token } from 'cdktf';
import { literalFound } from './checks/literal-secrets';
import { plainText } from './checks/values';

/**
 * The functions of the provider. Terraform (1.8 and newer) computes them without a request to the platform. They need
 * an `SvcProvider` in the stack.
 *
 * @see docs/functions/webhook_signature.md
 */
export class SvcFunctions {
  /**
   * Returns the signature of a delivery, as the platform sends it in the header X-SVC-Signature-256: `sha256=` and the
   * HMAC-SHA256 of the body in lowercase hexadecimal.
   *
   * @param secret signing secret of the endpoint; a literal is refused
   * @param body raw, unparsed body of the delivery
   */
  public static webhookSignature(secret: string, body: string): string {
    refuseLiteral(secret, 'webhookSignature: secret');
    return Token.asString(call('provider::svc::webhook_signature', [secret, argument(body)]));
  }

  /**
   * Returns true if a delivery is signed with the secret. The comparison takes the same time for every header.
   *
   * @param secret signing secret of the endpoint; a literal is refused
   * @param body raw, unparsed body of the delivery
   * @param header value of the header X-SVC-Signature-256
   */
  public static verifyWebhookSignature(secret: string, body: string, header: string): IResolvable {
    refuseLiteral(secret, 'verifyWebhookSignature: secret');
    return Token.asAny(
      call('provider::svc::verify_webhook_signature', [secret, argument(body), argument(header)]),
    );
  }

  /**
   * Returns the environment that an API key belongs to: "live" or "test". A key of an unknown form counts as live.
   *
   * @param key an API key; a literal is refused
   */
  public static keyEnvironment(key: string): string {
    refuseLiteral(key, 'keyEnvironment: key');
    return Token.asString(call('provider::svc::key_environment', [key]));
  }

  private constructor() {}
}

/** The call does not escape quotes in a literal argument. JSON bodies contain quotes. */
function argument(text: string): string {
  return plainText(text) === undefined ? text : Fn.rawString(text);
}

function refuseLiteral(secret: string, place: string): void {
  if (plainText(secret) === undefined) return;
  const { found, remedy } = literalFound();
  throw new Error(`SvcFunctions.${place} ${found} ${remedy}`);
}
