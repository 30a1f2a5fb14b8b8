import { expect, it } from 'vitest';
import { signingKey } from '../../../scripts/package/signing-key';
import { newPrivateKey } from './new-private-key';

it('a release needs no signing key', async () => {
  expect(await signingKey({ GPG_PRIVATE_KEY: '' })).toBeUndefined();
});

it('a signing key may be locked', async () => {
  const locked = { GPG_PRIVATE_KEY: await newPrivateKey('rsa', 'of a test') };
  expect(await signingKey({ ...locked, GPG_PASSPHRASE: 'of a test' })).toBeTypeOf('function');
  await expect(signingKey({ ...locked, GPG_PASSPHRASE: 'wrong' })).rejects.toThrow(/does not unlock/);
  await expect(signingKey(locked)).rejects.toThrow(/does not unlock/);
});

it('what is no key, or what registries do not take, is an error that does not quote it', async () => {
  await expect(signingKey({ GPG_PRIVATE_KEY: 'precious' })).rejects.toThrow(
    /^(?!.*precious).*no OpenPGP private key/s,
  );
  const elliptic = await newPrivateKey('curve25519');
  await expect(signingKey({ GPG_PRIVATE_KEY: elliptic })).rejects.toThrow(/take RSA keys only/);
});
