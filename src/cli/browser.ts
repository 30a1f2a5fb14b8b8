import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { html } from '../words/markup';

/**
 * Tries to open the address in the user's browser. If that fails, the user can open the printed address. The browser gets it by
 * a page that only this user can read: other users see the arguments of processes, and with a login's state they could complete it.
 */
export function openBrowser(address: string, onFailure: () => void): void {
  try {
    const [program = '', ...parameters] = opener(privatePage(address));
    const child = spawn(program, parameters, { stdio: 'ignore', detached: true });
    child.once('error', onFailure);
    // Openers such as xdg-open fail with an exit code if they find no browser.
    child.once('exit', code => {
      if (code !== 0) onFailure();
    });
    child.unref();
  } catch {
    onFailure();
  }
}

/**
 * Writes a page that leads to the address, and is removed when this process exits. Returns the page's own address. It is in the home
 * itself: browsers as snaps see no hidden folder, and have a /tmp of their own.
 */
function privatePage(address: string): string {
  const page = join(homedir(), 'cdktf-provider-svc-login.html');
  // What a killed login has left.
  rmSync(page, { force: true });
  process.once('exit', () => rmSync(page, { force: true }));
  const { source } = html`<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<a href="${address}">Log in</a>
`;
  // `wx` makes it for its owner alone, and follows no link that somebody else has put there.
  writeFileSync(page, source, { mode: 0o600, flag: 'wx' });
  return pathToFileURL(page).href;
}

function opener(page: string): readonly string[] {
  const named = process.env['BROWSER'];
  if (named) return [named, page];
  if (process.platform === 'darwin') return ['open', page];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', page];
  return ['xdg-open', page];
}
