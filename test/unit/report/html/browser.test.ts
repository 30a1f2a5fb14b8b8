import { createServer, type Server } from 'node:http';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { z } from 'zod';
import { renderHtml } from '../../../../src/report/html/render-html';
import { findChromium, startChromium } from '../../../harness/programs/chromium';
import { hostileTexts } from './hostile-texts';
import { largeReport, sampleReport } from './sample-report';

/** The pages that the server has, by path. `requests` also records what no page should ask for. */
const hostile = hostileTexts.map(([, text]) => text).join('');
const pages = new Map([
  ['/sample', renderHtml(sampleReport())],
  ['/hostile', renderHtml(sampleReport(text => `${text}${hostile}`))],
  ['/large', renderHtml(largeReport({ keys: 80, changes: 45 }))],
]);
const requests: string[] = [];
let server: Server;
let origin = '';
let browser: Browser | undefined;

beforeAll(async () => {
  const chromium = findChromium();
  if (chromium === undefined) return;
  browser = await startChromium(chromium);
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
  await browser?.close();
  server?.close();
});

/** Opens a page of the server, and closes it after the test. Without Chromium, it skips the test and says so. */
async function open(context: TestContext, path: string, options: BrowserContextOptions = {}): Promise<Page> {
  if (browser === undefined)
    return context.skip('no Chromium here: apt-get install chromium, or set CHROMIUM');
  const own = await browser.newContext(options);
  context.onTestFinished(() => own.close());
  const page = await own.newPage();
  await page.goto(`${origin}${path}`);
  return page;
}

const openAll = `for (const fold of document.querySelectorAll('details')) fold.open = true`;
const phone = { viewport: { width: 360, height: 740 } };

describe('axe-core finds nothing', () => {
  const results = z.object({
    violations: z.array(z.object({ id: z.string(), nodes: z.array(z.unknown()) })),
  });
  it.for([
    ['in light colours', '/sample', { colorScheme: 'light' }],
    ['in dark colours', '/sample', { colorScheme: 'dark' }],
    ['of hostile text on a phone', '/hostile', phone],
  ] as const)('%s', async ([, path, options], context) => {
    const page = await open(context, path, options);
    await page.evaluate(openAll);
    await page.evaluate(axe.source);
    const { violations } = results.parse(await page.evaluate('axe.run()'));
    expect(violations).toEqual([]);
  });
});

describe('the page in a browser', () => {
  it('asks for nothing but itself', async context => {
    requests.length = 0;
    const page = await open(context, '/hostile');
    await page.evaluate(openAll);
    await page.waitForLoadState('networkidle');
    expect(requests).toEqual(['/hostile']);
  });

  it('runs no injected script, handler or frame, and sends no form', async context => {
    const page = await open(context, '/sample');
    await page.evaluate(`
      globalThis.blocked = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => blocked.push(effectiveDirective));
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.hacked = 1' }));
      document.body.append(Object.assign(document.createElement('style'), { textContent: 'body { color: red }' }));
      document.body.insertAdjacentHTML('beforeend', \`
        <img src="/secret.png"><button id="handler" onclick="globalThis.hacked = 1">x</button>
        <form action="/stolen"><button id="send">x</button></form>\`);
      document.getElementById('handler').click();
      document.getElementById('send').click();
    `);
    const directives = ['form-action', 'img-src', 'script-src-attr', 'script-src-elem', 'style-src-elem'];
    await expect.poll(() => page.evaluate('[...new Set(blocked)].sort()')).toEqual(directives);
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
  });

  it('takes hostile text for text, and stays as wide as a phone', async context => {
    const page = await open(context, '/hostile', phone);
    const expected = await open(context, '/sample', phone);
    const elements = `['script', 'style', 'img', 'iframe', 'form', 'a', 'base', 'td', 'bdi', 'code']
      .map(name => document.querySelectorAll(name).length)`;
    expect(await page.evaluate(elements)).toEqual(await expected.evaluate(elements));
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
    await page.evaluate(openAll);
    for (const each of [page, expected])
      expect(await each.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });

  it('isolates foreign text, so that a right-to-left name moves none of ours', async context => {
    const page = await open(context, '/hostile');
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

  it('lets the keyboard reach every matrix, scroll it, and leave it', async context => {
    const page = await open(context, '/large', { viewport: { width: 360, height: 500 } });
    await page.locator('details.more > summary').click();
    await page.locator('.skip').focus();
    const reached = new Set<unknown>();
    for (let presses = 0; presses < 200; presses += 1) {
      await page.keyboard.press('Tab');
      const label: unknown = await page.evaluate(`document.activeElement.getAttribute('aria-label')`);
      reached.add(label);
      if (label === 'Keys and their scopes') {
        await page.keyboard.press('ArrowDown');
        await expect.poll(() => page.evaluate('document.activeElement.scrollTop')).toBeGreaterThan(0);
      }
      if (await page.evaluate('document.activeElement === document.body')) break;
    }
    expect([...reached]).toEqual(
      expect.arrayContaining([
        'Keys and their scopes',
        'Keys and their scopes, unchanged',
        'Endpoints and their event types',
      ]),
    );
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
  });

  it('has no script, and opens the change that a row of a matrix names', async context => {
    const page = await open(context, '/sample', { javaScriptEnabled: false });
    const inside = page.locator('#change-1');
    expect(await inside.isVisible()).toBe(false);
    await page
      .getByRole('region', { name: 'Keys and their scopes' })
      .getByRole('link', { name: 'ci' })
      .click();
    await expect.poll(() => inside.isVisible()).toBe(true);
  });

  it('prints light, whole tables and open folds', async context => {
    const page = await open(context, '/large', { colorScheme: 'dark' });
    const canvas = 'getComputedStyle(document.body).backgroundColor';
    const regions = `[...document.querySelectorAll('.region')].map(region => getComputedStyle(region).overflowY)`;
    const folded = `[...document.querySelectorAll('main details:not(.unchanged) > :not(summary)')]
      .filter(part => !part.checkVisibility({ contentVisibilityAuto: true })).length`;
    expect(await page.evaluate(canvas)).not.toBe('rgb(255, 255, 255)');
    expect(await page.evaluate(folded)).toBeGreaterThan(40);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(canvas)).toBe('rgb(255, 255, 255)');
    expect(await page.evaluate(folded)).toBe(0);
    expect(await page.evaluate(regions)).toEqual(['visible', 'visible', 'visible']);
    expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
