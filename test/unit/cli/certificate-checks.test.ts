import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { securePlatform } from '../../harness/servers/secure-platform';
import { builtCommand } from './built-command';

it.each([
  ['login', ['--client-id', 'a', '--no-browser']],
  ['sandbox', []],
])(
  'NODE_TLS_REJECT_UNAUTHORIZED=0 stops the command %s with one line that says what to do',
  async (command, flags) => {
    const { url, credentials } = await securePlatform();
    const server = command === 'login' ? ['--auth-url', url] : [];
    const parameters = [builtCommand, command, ...server, ...flags];
    const env = { PATH: process.env['PATH'] ?? '', NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const { status, stdout, stderr } = spawnSync(process.execPath, parameters, {
      env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(stderr).toMatch(/^error: NODE_TLS_REJECT_UNAUTHORIZED is 0, .*NODE_EXTRA_CA_CERTS\.\n$/);
    expect([status, stdout, credentials]).toEqual([1, '', []]);
  },
);
