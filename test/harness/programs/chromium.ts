import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { type Browser, chromium } from 'playwright-core';
import { z } from 'zod';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import { cachedPackages } from '../cached-packages';

interface Program {
  readonly path: string;
  /** What it needs beside the variables of this process. */
  readonly environment: Readonly<Record<string, string>>;
}

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts a Chromium that contacts nobody by itself. Rejects with the reason if there is none, or it cannot start. */
export async function startChromium(): Promise<Browser> {
  const { path, environment } = installedChromium() ?? (await packedChromium());
  return chromium.launch({
    executablePath: path,
    env: { ...process.env, ...environment },
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

/** The Chromium of this machine. `CHROMIUM` names another one. */
function installedChromium(): Program | undefined {
  const named = process.env['CHROMIUM'] ?? '';
  const path = [named, ...places].find(place => place !== '' && existsSync(place));
  return path === undefined ? undefined : { path, environment: {} };
}

/** 147.0.0 is the newest that Node.js 20 runs. The package is for Linux on x64 alone. */
const packed = '@sparticuz/chromium@147.0.0';

/** The package brings the libraries of its Chromium, too, if it believes to run in AWS Lambda. */
const asInLambda = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
const unpacked = z.object({ path: z.string(), libraries: z.string() });

/**
 * A Chromium from npm, unpacked for this run. Another process unpacks it: the package changes the environment of the process
 * that loads it. Its own list of fonts names /tmp/fonts, which is another folder here.
 */
async function packedChromium(): Promise<Program> {
  const packages = await cachedPackages(packed);
  if (packages === undefined) throw new Error(`npm cannot get ${packed}`);
  const entry = JSON.stringify(join(packages, '@sparticuz/chromium/build/esm/index.js'));
  const script = `
    const { default: chromium } = await import(${entry});
    const path = await chromium.executablePath();
    console.log(JSON.stringify({ path, libraries: process.env.LD_LIBRARY_PATH }));`;
  const folder = temporaryFolder(tmpdir(), 'chromium-');
  const { stdout } = await execa('node', ['--input-type=module', '--eval', script], {
    env: { ...asInLambda, TMPDIR: folder },
  });
  const { path, libraries } = unpacked.parse(JSON.parse(stdout));
  const fonts = join(folder, 'fonts.conf');
  writeFileSync(
    fonts,
    `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
  );
  return { path, environment: { FONTCONFIG_FILE: fonts, LD_LIBRARY_PATH: libraries } };
}
