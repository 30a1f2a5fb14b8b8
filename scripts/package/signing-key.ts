import { createMessage, decryptKey, type PrivateKey, readPrivateKey, sign } from 'openpgp';

/** Signs a release: returns a detached binary signature. */
export type SigningKey = (content: Buffer) => Promise<Buffer>;

/**
 * Returns the OpenPGP key of GPG_PRIVATE_KEY (ASCII armor; its passphrase in GPG_PASSPHRASE); undefined if it is not
 * set. The key is used in memory and written nowhere.
 *
 * @throws if it cannot be used, or is no RSA key: the public registries accept RSA only
 */
export async function signingKey({
  GPG_PRIVATE_KEY: armoredKey,
  GPG_PASSPHRASE: passphrase = '',
}: Readonly<Record<string, string | undefined>>): Promise<SigningKey | undefined> {
  if (!armoredKey) return undefined;
  const key = await unlocked(armoredKey, passphrase);
  if (!(await key.getSigningKey()).getAlgorithmInfo().algorithm.startsWith('rsa'))
    throw new Error('The key in GPG_PRIVATE_KEY is no RSA key. The registries take RSA keys only.');
  return async content => {
    const message = await createMessage({ binary: content });
    return Buffer.from(await sign({ message, signingKeys: key, detached: true, format: 'binary' }));
  };
}

/** The library's own error is left out: it may quote the key. */
async function unlocked(armoredKey: string, passphrase: string): Promise<PrivateKey> {
  try {
    const privateKey = await readPrivateKey({ armoredKey });
    return privateKey.isDecrypted() ? privateKey : await decryptKey({ privateKey, passphrase });
  } catch {
    throw new Error(
      'GPG_PRIVATE_KEY is no OpenPGP private key in ASCII armor, or GPG_PASSPHRASE does not unlock it.',
    );
  }
}
