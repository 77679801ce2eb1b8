import { expect, type Page, type Request } from '@playwright/test';

/** Calls of the page that have no answer yet. The stream is none: it never ends. */
export type OpenCalls = ReadonlySet<Request>;

/** Follows the calls of a page from now on. */
export function callsOf(page: Page): OpenCalls {
  const open = new Set<Request>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/stream') open.add(request);
  });
  const close = (request: Request) => void open.delete(request);
  page.on('requestfinished', close).on('requestfailed', close);
  return open;
}

/** Waits until all that the page asked for has come and is drawn: no call is open, nothing holds a place. */
export async function atRest(page: Page, calls: OpenCalls): Promise<void> {
  const placeholders = page.locator('[class*="_skeleton_"]');
  let looksAtRest = 0;
  const awaited = async (): Promise<readonly string[]> => {
    const held = await placeholders.count();
    const open = [...calls].map((request) => request.url());
    looksAtRest = held + open.length > 0 ? 0 : looksAtRest + 1;
    // An answer is drawn, and asks for the next, between two looks.
    return looksAtRest >= 3 ? [] : [...open, `${held} places held`];
  };
  await expect.poll(awaited, { intervals: [40] }).toEqual([]);
}
