import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../test/browser.ts';

const root = resolve(import.meta.dirname, '../..');
const background = '#0A0E14';
const accent = '#4CC9F0';

interface Drawing {
  readonly file: string;
  readonly sidePixels: number;
  /** Share of the side that the mark covers. Systems crop a maskable icon to a circle of 80 % of its side. */
  readonly markShare: number;
  /** Rounded corners, except for maskable icons, which the phone crops. */
  readonly isRounded: boolean;
}

const drawings: readonly Drawing[] = [
  { file: 'icon-192.png', sidePixels: 192, markShare: 0.66, isRounded: true },
  { file: 'icon-512.png', sidePixels: 512, markShare: 0.66, isRounded: true },
  { file: 'maskable-192.png', sidePixels: 192, markShare: 0.52, isRounded: false },
  { file: 'maskable-512.png', sidePixels: 512, markShare: 0.52, isRounded: false },
  { file: 'apple-touch-icon.png', sidePixels: 180, markShare: 0.6, isRounded: false },
];

/** Draws the icons of the installed app from the brand mark. */
async function main(): Promise<void> {
  const mark = (await readFile(resolve(root, 'web/assets/mark.svg'), 'utf8')).replace(
    /stroke="#[^"]+"/,
    `stroke="${accent}"`,
  );
  const browser = await chromium.launch(await findBrowser());
  try {
    for (const { file, sidePixels, markShare, isRounded } of drawings) {
      const page = await browser.newPage({ viewport: { width: sidePixels, height: sidePixels } });
      const radius = isRounded ? '22%' : '0';
      await page.setContent(`<style>
        html, body { margin: 0; background: transparent }
        div { display: grid; place-items: center; width: 100vw; height: 100vh; background: ${background}; border-radius: ${radius} }
        svg { width: ${markShare * 100}%; height: ${markShare * 100}% }
      </style><div>${mark}</div>`);
      await writeFile(resolve(root, 'web/public/icons', file), await page.screenshot({ omitBackground: true }));
      await page.close();
      console.log(`web/public/icons/${file}`);
    }
  } finally {
    await browser.close();
  }
}

await main();
