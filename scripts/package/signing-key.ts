import { createMessage, decryptKey, type PrivateKey, readPrivateKey, sign } from 'openpgp';

/** Signs a release. */
export interface SigningKey {
  /** As registries write it: 16 hexadecimal digits in capitals. */
  readonly id: string;
  /** The public key in ASCII armor. */
  readonly armor: string;
  /** Returns a detached binary signature. */
  sign(content: Buffer): Promise<Buffer>;
}

/**
 * Returns the OpenPGP key of GPG_PRIVATE_KEY (ASCII armor; its passphrase in GPG_PASSPHRASE); undefined if it is not
 * set. The key is used in memory and written nowhere.
 *
 * @throws if it is no RSA key: the public registries accept RSA only
 */
export async function signingKey(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<SigningKey | undefined> {
  const { GPG_PRIVATE_KEY: armoredKey, GPG_PASSPHRASE: passphrase } = environment;
  if (!armoredKey) return undefined;
  const key = await unlocked(await parsed(armoredKey), passphrase);
  const { algorithm } = (await signingPart(key)).getAlgorithmInfo();
  if (!algorithm.startsWith('rsa'))
    throw new Error(
      `The key in GPG_PRIVATE_KEY is of the kind ${algorithm}. Terraform's registry takes RSA keys.`,
    );
  return {
    id: key.getKeyID().toHex().toUpperCase(),
    armor: key.toPublic().armor(),
    sign: async content => {
      const message = await createMessage({ binary: content });
      const signature = await sign({ message, signingKeys: key, detached: true, format: 'binary' });
      return Buffer.from(signature);
    },
  };
}

/** Returns the key itself or a subkey of it. */
async function signingPart(key: PrivateKey) {
  try {
    return await key.getSigningKey();
  } catch (error) {
    // The library gives the reason in a sentence, for example that the key is expired.
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The key in GPG_PRIVATE_KEY cannot sign (${reason}). Give an RSA key that may sign and is not expired.`,
    );
  }
}

/** The library's own error is left out: it may quote the key. */
async function parsed(armoredKey: string): Promise<PrivateKey> {
  try {
    return await readPrivateKey({ armoredKey });
  } catch {
    throw new Error(
      'GPG_PRIVATE_KEY is no OpenPGP private key in ASCII armor. Export it with "gpg --armor --export-secret-keys ID".',
    );
  }
}

async function unlocked(key: PrivateKey, passphrase: string | undefined): Promise<PrivateKey> {
  if (key.isDecrypted()) return key;
  try {
    return await decryptKey({ privateKey: key, passphrase: passphrase ?? '' });
  } catch {
    throw new Error('The key in GPG_PRIVATE_KEY is locked, and GPG_PASSPHRASE does not unlock it.');
  }
}
