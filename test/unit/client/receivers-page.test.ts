import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { signatureOf } from '../../../src/client/contract/signature';
import { codeOf, promisesOf } from '../../cdktf/listings';

it.each([
  ['shell', 'sh', []],
  ['python', 'python3', []],
  ['go', 'go', ['run']],
] as const)(
  'the page signs its delivery in %s as the platform does',
  { timeout: 120_000 },
  (language, program, words) => {
    const listing = (of: string) => codeOf('docs/testing.md', 'A receiver in another language', of)[0] ?? '';
    const [answer = ''] = promisesOf(listing('shell'));
    const [, body = ''] = /^body='(.*)'$/m.exec(listing('shell')) ?? [];
    expect(signatureOf('not-a-real-secret', body)).toBe(answer);
    if (spawnSync(program, ['version']).error !== undefined) return;
    const file = join(mkdtempSync(join(tmpdir(), 'svc-receiver-')), `main.${language}`);
    writeFileSync(file, listing(language));
    expect(execFileSync(program, [...words, file], { encoding: 'utf8' })).toBe(`${answer}\n`);
  },
);
