/**
 * `npm run generate:report-picture`: the pictures of the report’s page in docs/pictures, from a plan that real Terraform
 * makes against a sandbox. They are no part of `npm run check:fresh`: fonts differ between machines.
 */
import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { renderHtml } from '../src/report/html/render-html';
import { makeReport } from '../src/report/make-report';
import { parsePlan } from '../src/report/plan/plan';
import { findChromium, startChromium } from '../test/harness/programs/chromium';
import { makePlanOfSample } from './report-picture/make-plan';

const folder = 'docs/pictures';

async function main(): Promise<void> {
  const chromium = findChromium();
  if (chromium === undefined)
    throw new Error('This takes Chromium: apt-get install chromium, or set CHROMIUM.');
  const { plan, ownKey } = await makePlanOfSample();
  const page = renderHtml(
    makeReport(parsePlan(plan), {
      key: 'security-production',
      mode: 'changes',
      ownKeys: [ownKey],
      takeovers: [],
    }),
  );
  await mkdir(folder, { recursive: true });
  const browser = await startChromium(chromium);
  for (const colorScheme of ['light', 'dark'] as const) {
    const tab = await browser.newPage({ colorScheme, viewport: { width: 1120, height: 800 } });
    await tab.setContent(page);
    await picture(tab, `risks-${colorScheme}`, 'header', '#risks');
    await picture(tab, `matrices-${colorScheme}`, '#keys', '#endpoints');
  }
  await browser.close();
}

/** From the top of one element to the bottom of another, over the whole width. */
async function picture(tab: Page, name: string, first: string, last: string): Promise<void> {
  const [top, bottom] = [
    await tab.locator(first).first().boundingBox(),
    await tab.locator(last).boundingBox(),
  ];
  if (top === null || bottom === null) throw new Error(`The page has no ${first} or no ${last}.`);
  const margin = 24;
  const y = top.y - margin;
  await tab.screenshot({
    path: `${folder}/report-${name}.png`,
    fullPage: true,
    clip: { x: 0, y, width: 1120, height: bottom.y + bottom.height + margin - y },
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
