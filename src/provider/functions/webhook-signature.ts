import { signatureOf } from '../../client/contract/signature';
import { providerFunction } from '../../plugin/define/provider-function';
import { string } from '../../plugin/define/value-type';

/** Returns the signature of a delivery (paragraph 6.1, rule 3). */
export const webhookSignature = providerFunction('webhook_signature', {
  summary: 'Signature of a delivery',
  description:
    'What the platform puts into the header `X-SVC-Signature-256` of a delivery: `sha256=` and the lowercase ' +
    'hexadecimal HMAC-SHA256 of the raw body, keyed with the endpoint’s secret.',
  parameters: {
    secret: { type: string, description: 'Signing secret of the endpoint.' },
    body: { type: string, description: 'Raw, unparsed body. Terraform composes its letters (NFC).' },
  },
  returns: string,
  run: ({ secret, body }) => signatureOf(secret, body),
});
