import { createServer, type Server } from 'node:http';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';
import { z } from 'zod';
import { renderHtml } from '../../../../src/report/html/render-html';
import { startChromium } from '../../../harness/programs/chromium';
import { hostileTexts } from './hostile-texts';
import { largeReport, sampleReport } from './sample-report';

/** The pages that the server has, by path. `requests` also records what no page should ask for. */
const hostile = hostileTexts.map(([, text]) => text).join('');
const pages = new Map([
  ['/sample', renderHtml(sampleReport())],
  ['/hostile', renderHtml(sampleReport(text => `${text}${hostile}`))],
  ['/large', renderHtml(largeReport({ keys: 80, changes: 45 }))],
  ['/huge', renderHtml(largeReport({ keys: 10_000, changes: 10_000 }))],
]);
const requests: string[] = [];
let server: Server;
let origin = '';
let browser: Browser | Error;

beforeAll(async () => {
  browser = await startChromium().catch((error: Error) => error);
  server = createServer(({ url = '' }, response) => {
    requests.push(url);
    response.writeHead(pages.has(url) ? 200 : 404, { 'content-type': 'text/html' }).end(pages.get(url) ?? '');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  origin = `http://127.0.0.1:${address.port}`;
});

afterAll(async () => {
  if (!(browser instanceof Error)) await browser.close();
  server.close();
});

/** Opens a page of the server, and closes it after the test. Where no Chromium starts, it skips the test and says why. */
async function open(context: TestContext, path: string, options: BrowserContextOptions = {}): Promise<Page> {
  if (browser instanceof Error) return context.skip(`no Chromium starts here: ${browser.message}`);
  const own = await browser.newContext(options);
  context.onTestFinished(() => own.close());
  const page = await own.newPage();
  await page.goto(`${origin}${path}`);
  return page;
}

const openAll = `for (const fold of document.querySelectorAll('details')) fold.open = true`;

const results = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.unknown()) })),
});

it('opens the change that a row of a matrix names, and axe-core finds nothing, in light and dark colours', async context => {
  const page = await open(context, '/sample', { colorScheme: 'light' });
  const inside = page.locator('#change-1');
  expect(await inside.isVisible()).toBe(false);
  const matrix = page.getByRole('region', { name: 'Keys and their scopes' });
  await matrix.getByRole('link', { name: 'ci' }).click();
  await expect.poll(() => inside.isVisible()).toBe(true);

  await page.evaluate(openAll);
  await page.evaluate(axe.source);
  expect(results.parse(await page.evaluate('axe.run()')).violations).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  const contrast = results.parse(await page.evaluate(`axe.run({ runOnly: ['color-contrast'] })`));
  expect(contrast.violations).toEqual([]);
});

it('with hostile text asks for nothing but itself, runs nothing, moves nothing, and stays as wide as a phone', async context => {
  requests.length = 0;
  const page = await open(context, '/hostile', { viewport: { width: 360, height: 740 } });
  await page.evaluate(openAll);
  await page.waitForLoadState('networkidle');
  expect(requests).toEqual(['/hostile']);
  expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  // A right-to-left name must not reorder our words around it.
  const directions = `(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set();
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      const isolated = parentElement.closest('bdi, code[dir]');
      if (/[א-ת]/.test(data)) found.add(isolated === null ? data : getComputedStyle(isolated).unicodeBidi);
    }
    return [...found];
  })()`;
  expect(await page.evaluate(directions)).toEqual(['isolate']);
});

it('lets the keyboard scroll a matrix, and prints light, whole tables and open folds', async context => {
  const viewport = { width: 360, height: 500 };
  const page = await open(context, '/large', { colorScheme: 'dark', viewport });
  await page.getByRole('region', { name: 'Keys and their scopes', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.evaluate('document.activeElement.scrollTop')).toBeGreaterThan(0);

  const canvas = 'getComputedStyle(document.body).backgroundColor';
  const regions = `[...document.querySelectorAll('.region')].map(region => getComputedStyle(region).overflowY)`;
  const folded = `[...document.querySelectorAll('main details > :not(summary)')]
    .filter(part => !part.checkVisibility({ contentVisibilityAuto: true })).length`;
  expect(await page.evaluate(canvas)).not.toBe('rgb(255, 255, 255)');
  expect(await page.evaluate(folded)).toBeGreaterThan(40);
  await page.emulateMedia({ media: 'print' });
  expect(await page.evaluate(canvas)).toBe('rgb(255, 255, 255)');
  expect(await page.evaluate(folded)).toBe(0);
  expect(await page.evaluate(regions)).toEqual(['visible', 'visible', 'visible']);
});

it('shows the verdict of 10,000 changes without a script, and says after how long', async context => {
  const started = performance.now();
  const page = await open(context, '/huge', { javaScriptEnabled: false });
  expect(await page.locator('h1').isVisible()).toBe(true);
  console.info(`The verdict of 10,000 changes stood after ${Math.round(performance.now() - started)} ms.`);
});
