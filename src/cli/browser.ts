import { spawn } from 'node:child_process';

/** Tries to open the address in the user's browser. If that fails, the user can open the printed address. */
export function openBrowser(address: string, onFailure: () => void): void {
  const [program, ...parameters] = opener(address);
  if (program === undefined) return;
  const child = spawn(program, parameters, { stdio: 'ignore', detached: true });
  let isSaid = false;
  const fail = () => {
    if (!isSaid) onFailure();
    isSaid = true;
  };
  child.once('error', fail);
  // Openers such as xdg-open fail with an exit code if they find no browser.
  child.once('exit', code => {
    if (code !== 0) fail();
  });
  child.unref();
}

function opener(address: string): readonly string[] {
  const named = process.env['BROWSER'];
  if (named) return [named, address];
  if (process.platform === 'darwin') return ['open', address];
  // Not `cmd /c start`: it would interpret the `&` in the query.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}
