import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WaitingPlace } from '../../../../src/plugin/wire/waiting-place';

async function made(files: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'place-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return { folder, place: new WaitingPlace(folder) };
}

test.each([
  ['this process', `${process.pid}\n/a/provider.cjs\n`, true],
  ['another process', `${process.ppid}\n/a/provider.cjs\n`, false],
  ['nobody yet', '', false],
])('a folder whose owner is %s', async (_, owner, isOurs) => {
  expect((await made({ owner })).place.isOurs()).toBe(isOurs);
});

test('a folder that is not there is not ours, nobody claims it, and nobody is waited for in it', () => {
  const place = new WaitingPlace('/nowhere/at/all');
  expect(place.isOurs()).toBe(false);
  expect(place.claim()).toBeUndefined();
  expect(place.withdraw()).toBe(true);
});

test('a claim names the launcher and what Terraform announced to it', async () => {
  const { place } = await made({ claim: '42\n-----BEGIN\nA\n-----END\n\n' });
  expect(place.claim()).toEqual({ launcher: 42, clientCertificate: '-----BEGIN\nA\n-----END\n' });
});

test.each([
  ['just made', ''],
  ['half written', '42\n-----BEGIN\nA'],
  ['without a certificate', '42\n\n'],
  ['our own, made to withdraw', ''],
])('a claim that is %s is none yet', async (_, claim) => {
  expect((await made({ claim })).place.claim()).toBeUndefined();
});

test('whoever claims first has it, until it is open again', async () => {
  const { place, folder } = await made({ claim: '42\nA\n' });
  expect(place.withdraw()).toBe(false);
  expect(place.claim()).toEqual({ launcher: 42, clientCertificate: 'A' });
  place.reopen();
  expect(place.claim()).toBeUndefined();
  expect(place.withdraw()).toBe(true);
  expect(await readdir(folder)).toEqual(['claim']);
});

test('a process takes away its own folder, and no other', async () => {
  const own = await made({ owner: `${process.pid}\n` });
  own.place.remove();
  expect(existsSync(own.folder)).toBe(false);
  const foreign = await made({ owner: '1\n' });
  foreign.place.remove();
  expect(existsSync(foreign.folder)).toBe(true);
});
