import { timingSafeEqual } from 'node:crypto';
import { signatureOf } from '../../client/contract/signature';
import { providerFunction } from '../../plugin/define/provider-function';
import { bool, string } from '../../plugin/define/value-type';

/** Verifies that the platform signed a delivery (paragraph 6.1, rule 4: comparison in constant time). */
export const verifyWebhookSignature = providerFunction('verify_webhook_signature', {
  summary: 'Whether a delivery is signed with the secret',
  description:
    'Compares, in constant time, the header `X-SVC-Signature-256` of a delivery with the signature that its body ' +
    'should have. A header of any other form is `false`.',
  parameters: {
    secret: { type: string, description: 'Signing secret of the endpoint.' },
    body: { type: string, description: 'Raw, unparsed body. Terraform composes its letters (NFC).' },
    header: { type: string, description: 'Value of the header `X-SVC-Signature-256`.' },
  },
  returns: bool,
  run({ secret, body, header }) {
    const [given, expected] = [Buffer.from(header), Buffer.from(signatureOf(secret, body))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  },
});
