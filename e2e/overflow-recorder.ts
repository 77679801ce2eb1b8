import type { Page } from '@playwright/test';

declare global {
  interface Window {
    reportOverflow(moment: string): Promise<void>;
  }
}

/**
 * Every width greater than the window's that the page is drawn with from the next page load on, with the widest elements: results and
 * balances arrive at any moment, and a check between two of them does not see what they do.
 */
export async function recordOverflow(page: Page): Promise<readonly string[]> {
  const moments: string[] = [];
  await page.exposeFunction('reportOverflow', (moment: string) => void moments.push(moment));
  await page.addInitScript(() => {
    let last = '';
    const look = () => {
      requestAnimationFrame(look);
      const { scrollWidth, clientWidth, lang } = document.documentElement;
      if (document.body === null || scrollWidth <= clientWidth) return;
      const right = (element: Element) => element.getBoundingClientRect().left + element.scrollWidth;
      const wide = [...document.querySelectorAll('body *')].filter((element) => right(element) > clientWidth);
      // The innermost are the cause.
      const names = wide.slice(-5).map(({ tagName, className, textContent }) => {
        return `${tagName}.${className} “${textContent?.slice(0, 60)}”`;
      });
      const moment = `${location.pathname} in ${lang} is ${scrollWidth} px wide: ${names.join(', ')}`;
      if (moment !== last) window.reportOverflow(moment);
      last = moment;
    };
    requestAnimationFrame(look);
  });
  return moments;
}
