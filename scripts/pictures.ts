/** `npm run pictures` takes the pictures of README and docs/report.md anew, with a Chromium. */
import { renderHtml } from '../src/report/html/render-html';
import { startChromium } from '../test/harness/programs/chromium';
import { picturedReport } from './pictures/report';

/** Each picture begins above one element of the page, and ends below another. */
const pictures = [
  { name: 'risks', first: 'header', last: '#risks' },
  { name: 'matrices', first: '#keys', last: '#endpoints' },
];

async function main(): Promise<void> {
  const browser = await startChromium();
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 900 } });
      await page.setContent(renderHtml(picturedReport()));
      for (const { name, first, last } of pictures) {
        const top = await page.locator(first).boundingBox();
        const bottom = await page.locator(last).boundingBox();
        if (top === null || bottom === null) throw new Error(`The page has no ${first} or no ${last}.`);
        const clip = { x: 70, y: top.y - 20, width: 1140, height: bottom.y + bottom.height - top.y + 40 };
        const path = `docs/pictures/report-${name}-${colorScheme}.png`;
        await page.screenshot({ path, clip, fullPage: true });
      }
    }
  } finally {
    await browser.close();
  }
}

void main();
