import { call, Fn, type IResolvable, Token } from 'cdktf';
import { literalFound } from './checks/literal-secrets';
import { isUnresolved } from './checks/values';

/**
 * The functions of the provider. Terraform (1.8 and newer) computes them without a request to the platform. They need
 * an `SvcProvider` in the stack. For a body of references, which Terraform sends itself, give `Fn.jsonencode({…})`: it sorts
 * the keys, and escapes `<`, `>` and `&`. In its texts, cdktf escapes no backslash.
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
    return Token.asString(call('provider::svc::webhook_signature', [secret, body].map(exact)));
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
    return Token.asAny(call('provider::svc::verify_webhook_signature', [secret, body, header].map(exact)));
  }

  /**
   * Returns the environment that an API key belongs to: "live" or "test". A key of an unknown form counts as live.
   *
   * @param key an API key; a literal is refused
   */
  public static keyEnvironment(key: string): string {
    refuseLiteral(key, 'keyEnvironment: key');
    return Token.asString(call('provider::svc::key_environment', [exact(key)]));
  }

  private constructor() {}
}

/** References within a text, as cdktf encodes texts and numbers. */
const references = /(\$\{TfToken\[[^\]]+\]\}|-\d[\d.]*e\+\d+)/;

/**
 * What would become another text: a list, a map, a boolean and a number that digits follow, as cdktf encodes them; half a pair of
 * surrogates; a mark or a vowel of Hangul after a reference, with which Terraform composes it.
 */
const mistaken = /[#&]\{TfToken\[|<unresolved-token>|-\d[\d.]*e\+\d{4}|\p{Cs}|\]\}[\p{M}\u1161-\u11c2]/u;

/** Passes a text as it is: cdktf escapes no backslash in an argument, so Terraform would decode the text. */
function exact(text: string): string {
  const parts = text.split(references).filter(part => part !== '');
  if (text !== text.normalize() || mistaken.test(text) || parts.some(part => isUnresolved([Number(part)])))
    throw new Error(
      'SvcFunctions: Terraform would make another text of this one. For a list, a map or a boolean in it, give ' +
        'Fn.jsonencode({…}); for a number before digits, Fn.tostring(…). Terraform composes letters, such as e and U+0301.',
    );
  const passed = parts.map(passedPart);
  return passed.length === 1 ? passed.join() : Fn.join('', passed);
}

function passedPart(part: string): string {
  if (isUnresolved(part)) return part;
  const [base64, number] = [Buffer.from(part).toString('base64'), Number(part)];
  return isUnresolved(number) ? Fn.tostring(number) : Fn.base64decode(base64);
}

function refuseLiteral(secret: string, place: string): void {
  if (!isUnresolved(secret)) throw new Error(`SvcFunctions.${place} ${literalFound()}`);
}
