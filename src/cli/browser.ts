import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { html } from '../words/markup';
import { timeoutMilliseconds } from './loopback-redirect';

/**
 * Tries to open the address in the user's browser. If that fails, the user can open the printed address. The browser gets it by
 * a page that only this user can read: other users see the arguments of processes, and with a login's state they could complete it.
 */
export function openBrowser(address: string, onFailure: () => void): void {
  let isSaid = false;
  const fail = () => {
    if (!isSaid) onFailure();
    isSaid = true;
  };
  try {
    const [program = '', ...parameters] = opener(privatePage(address));
    const child = spawn(program, parameters, { stdio: 'ignore', detached: true });
    child.once('error', fail);
    // Openers such as xdg-open fail with an exit code if they find no browser.
    child.once('exit', code => {
      if (code !== 0) fail();
    });
    child.unref();
  } catch {
    fail();
  }
}

/**
 * Writes a page that leads to the address, and is removed when this process exits. Returns the page's own address. It is in a visible
 * folder of the home: browsers as snaps see no hidden one, and have a /tmp of their own.
 */
function privatePage(address: string): string {
  removeLeft();
  // mkdtemp makes it for its owner alone.
  const folder = mkdtempSync(join(homedir(), 'svc-login-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const page = join(folder, 'login.html');
  const { source } = html`<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<a href="${address}">Log in</a>
`;
  writeFileSync(page, source, { mode: 0o600 });
  return pathToFileURL(page).href;
}

/** Removes what killed logins have left. A login that waits is younger. */
function removeLeft(): void {
  for (const name of readdirSync(homedir()).filter(each => /^svc-login-\w{6}$/.test(each))) {
    const folder = join(homedir(), name);
    const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(folder, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs < Date.now() - timeoutMilliseconds) rmSync(folder, { recursive: true, force: true });
  }
}

function opener(page: string): readonly string[] {
  const named = process.env['BROWSER'];
  if (named) return [named, page];
  if (process.platform === 'darwin') return ['open', page];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', page];
  return ['xdg-open', page];
}
