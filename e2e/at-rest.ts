import { expect, type Page, type Request } from '@playwright/test';

/** The page's pending calls. The stream is not counted: it never ends. */
export type OpenCalls = ReadonlySet<Request>;

/** Starts tracking the page's calls. */
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

/** Waits until the page is idle: no pending call and no placeholder left. */
export async function atRest(page: Page, calls: OpenCalls): Promise<void> {
  const placeholders = page.locator('[class*="_skeleton_"]');
  let looksAtRest = 0;
  const awaited = async (): Promise<readonly string[]> => {
    const placeholderCount = await placeholders.count();
    const open = [...calls].map((request) => request.url());
    looksAtRest = placeholderCount + open.length > 0 ? 0 : looksAtRest + 1;
    // Between two checks a response may be rendered and trigger the next call.
    return looksAtRest >= 3 ? [] : [...open, `${placeholderCount} placeholders`];
  };
  await expect.poll(awaited, { intervals: [40] }).toEqual([]);
}
