import { describe, expect, it } from 'vitest';
import { signingKey } from '../../../scripts/package/signing-key';
import { newPrivateKey } from './new-private-key';

describe('the signing key', () => {
  it('is not needed', async () => {
    expect(await signingKey({})).toBeUndefined();
    expect(await signingKey({ GPG_PRIVATE_KEY: '' })).toBeUndefined();
  });

  it('may be locked', async () => {
    const passphrase = 'of a test';
    const locked = { GPG_PRIVATE_KEY: await newPrivateKey('rsa', passphrase) };
    expect(await signingKey({ ...locked, GPG_PASSPHRASE: passphrase })).toMatchObject({
      armor: expect.stringContaining('BEGIN PGP PUBLIC KEY'),
    });
    await expect(signingKey({ ...locked, GPG_PASSPHRASE: 'wrong' })).rejects.toThrow(/does not unlock/);
    await expect(signingKey(locked)).rejects.toThrow(/does not unlock/);
  });

  it('that is no key, or that registries do not take, is an error that does not quote it', async () => {
    await expect(signingKey({ GPG_PRIVATE_KEY: 'precious' })).rejects.toThrow(
      /^(?!.*precious).*no OpenPGP private key/s,
    );
    const elliptic = await newPrivateKey('curve25519');
    await expect(signingKey({ GPG_PRIVATE_KEY: elliptic })).rejects.toThrow(/takes RSA keys/);
    const expired = await newPrivateKey('rsa', undefined, {
      date: new Date('2020-01-01'),
      keyExpirationTime: 60,
    });
    await expect(signingKey({ GPG_PRIVATE_KEY: expired })).rejects.toThrow(
      /GPG_PRIVATE_KEY cannot sign \(.*expired\)\. Give /,
    );
  });
});
