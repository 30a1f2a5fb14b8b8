import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of a Chromium of this machine; undefined if there is none. `CHROMIUM` names another one. */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM'] ?? '', ...places].find(path => path !== '' && existsSync(path));
}

/** Starts Chromium so that it contacts nobody by itself. */
export function startChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
