import { generateKey } from 'openpgp';

/** Makes an OpenPGP private key, as text. */
export async function newPrivateKey(type: 'rsa' | 'curve25519' = 'rsa', passphrase = ''): Promise<string> {
  const kind = type === 'rsa' ? { type, rsaBits: 2048 } : { type };
  const generated = await generateKey({ ...kind, userIDs: [{ name: 'Tests' }], passphrase });
  return generated.privateKey;
}
