import type { Page } from '@playwright/test';

/** Horizontal overflow: of the page, or of a button's or heading's text; and icons that a text has squeezed. */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth: width, clientWidth } = document.documentElement;
    // The window of a phone grows with the page.
    if (width > clientWidth) {
      const wide = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > clientWidth,
      );
      const names = wide.slice(0, 5).map(({ tagName, className }) => `${tagName}.${className}`);
      found.push(`the page is ${width} px wide: ${names.join(', ')}`);
    }
    // The corners of a rotated source mark overflow by less than this.
    const corner = 2;
    const texts = 'main button, main a, main h1, main h2, main label, header h1, nav a, nav button';
    for (const element of document.querySelectorAll<HTMLElement>(texts)) {
      if (element.textContent === '') continue;
      const inside = document.createRange();
      inside.selectNodeContents(element);
      const text = inside.getBoundingClientRect();
      const box = element.getBoundingClientRect();
      const hidden = getComputedStyle(element).textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth;
      if (hidden || text.left < box.left - corner || text.right > box.right + corner) {
        found.push(`${element.tagName}: ${element.textContent}`);
      }
    }
    for (const icon of document.querySelectorAll<SVGElement>('svg[width]')) {
      const { width } = icon.getBoundingClientRect();
      // Whole pixels: what is hidden has none.
      if (width > 0 && width < Number(icon.getAttribute('width')) - 1) {
        found.push(`an icon is ${width} px wide beside: ${icon.parentElement?.textContent}`);
      }
    }
    return found;
  });
}
