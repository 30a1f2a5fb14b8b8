/**
 * `npm run generate:report-picture`: makes the pictures of the report in docs/pictures, from a plan of real Terraform. The
 * plan is that of a small team's stack after a change that somebody should look at twice: scopes widen, a key loses its
 * limits, deliveries move to another host, and an endpoint is registered anew because it is degraded.
 */
import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { findTerraform } from '../src/cli/terraform-binary';
import { type Sandbox, startSandbox } from '../src/sandbox';
import { findChromium, startChromium } from '../test/harness/programs/chromium';
import { temporaryFolder } from './package/temporary-folder';

const pictures = 'docs/pictures';

async function main(): Promise<void> {
  const chromium = findChromium();
  if (chromium === undefined)
    throw new Error('This takes Chromium: apt-get install chromium, or set CHROMIUM.');
  const sandbox = await startSandbox();
  const page = await reportOfSample(sandbox).finally(() => sandbox.close());
  const browser = await startChromium(chromium);
  for (const colorScheme of ['light', 'dark'] as const) {
    const tab = await browser.newPage({ colorScheme, viewport: { width: 1120, height: 800 } });
    await tab.setContent(page);
    await picture(tab, `risks-${colorScheme}`, 'header', '#risks');
    await picture(tab, `matrices-${colorScheme}`, '#keys', '#endpoints');
  }
  await browser.close();
}

async function reportOfSample(sandbox: Sandbox): Promise<string> {
  const cwd = temporaryFolder(tmpdir(), 'svc-picture-');
  const env = {
    SVC_BASE_URL: sandbox.url,
    SVC_API_KEY: sandbox.key,
    TF_VAR_signing_secret: randomBytes(32).toString('hex'),
  };
  const binary = (await findTerraform({ environment: process.env })).path;
  const terraform = (...parameters: readonly string[]) => execa(binary, parameters, { cwd, env });
  const tool = (...parameters: readonly string[]) =>
    execa(process.execPath, [join(__dirname, '..', 'dist', 'cli.cjs'), ...parameters], { cwd, env });
  const copy = (name: string, to: string) => cpSync(join(__dirname, 'report-picture', name), join(cwd, to));
  await tool('install', '--dir', join(cwd, 'plugins'));
  copy('unchanged.tf', 'unchanged.tf');
  copy('before.tf', 'main.tf');
  await terraform('init', `-plugin-dir=${join(cwd, 'plugins')}`);
  await terraform('apply', '-auto-approve');
  changeThePlatform(sandbox);
  copy('after.tf', 'main.tf');
  await terraform('plan', '-out=plan');
  return (await tool('report', 'plan', '--format', 'html', '--key', 'security-production')).stdout;
}

/** The pager stops answering, and somebody renames a key by hand. */
function changeThePlatform({ controls: { webhooks, apiKeys } }: Sandbox): void {
  for (const { id, url } of webhooks.all())
    if (new URL(url).hostname.startsWith('pager')) webhooks.update(id, { status: 'degraded' });
  for (const { id, name } of apiKeys.all())
    if (name === 'nightly-export') apiKeys.update(id, { name: 'nightly-export-2' });
}

/** From the top of one element to the bottom of another, over the whole width. */
async function picture(tab: Page, name: string, first: string, last: string): Promise<void> {
  const top = await tab.locator(first).first().boundingBox();
  const bottom = await tab.locator(last).boundingBox();
  if (top === null || bottom === null) throw new Error(`The page has no ${first} or no ${last}.`);
  const y = top.y - 24;
  const clip = { x: 0, y, width: 1120, height: bottom.y + bottom.height + 24 - y };
  await tab.screenshot({ path: `${pictures}/report-${name}.png`, fullPage: true, clip });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
