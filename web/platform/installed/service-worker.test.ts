import { beforeEach, expect, test, vi } from 'vitest';

type Handler = (event: object) => void;

const handlers = new Map<string, Handler>();
const origin = 'https://clearlot.test';

/** The caches of the browser, by name: the texts kept, by path. */
let stores: Map<string, Map<string, Response>>;
let network: (request: Request) => Promise<Response>;

/** Open pages of the app, the messages shown, and the counts on its icon. */
let windows: readonly object[] = [];
const opened: string[] = [];
let takenOver = 0;
const shown: string[] = [];
const badges: number[] = [];

const pathOf = (request: Request | string): string =>
  typeof request === 'string' ? request : new URL(request.url).pathname;

function cacheOf(kept: Map<string, Response>) {
  return {
    addAll: async (requests: Request[]) => {
      for (const request of requests) kept.set(pathOf(request), await network(request));
    },
    add: async (path: string) => void kept.set(path, await network(new Request(`${origin}${path}`))),
    put: async (request: Request, response: Response) => void kept.set(pathOf(request), response),
    keys: async () => [...kept.keys()].map((path) => ({ url: `${origin}${path}` })),
  };
}

const caches = {
  open: async (name: string) => {
    const kept = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, kept);
    return cacheOf(kept);
  },
  match: async (request: Request | string, { ignoreVary = false } = {}) => {
    for (const kept of stores.values()) {
      const found = kept.get(pathOf(request));
      // Asked for otherwise than the page that it was kept for did.
      if (found && (ignoreVary || found.headers.get('vary') === null)) return found.clone();
    }
    return undefined;
  },
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
};

/** A request of a page; `navigate` cannot be set on one made here. */
function requestOf(path: string, options: { readonly mode?: string; readonly method?: string } = {}): Request {
  const request = new Request(path.startsWith('http') ? path : `${origin}${path}`, { method: options.method ?? 'GET' });
  return options.mode === undefined ? request : Object.defineProperty(request, 'mode', { value: options.mode });
}

/** What the worker answers; null where it leaves the request to the browser. */
async function answerTo(request: Request): Promise<string | null> {
  const answers: Promise<Response>[] = [];
  handlers.get('fetch')?.({ request, respondWith: (answer: Promise<Response>) => void answers.push(answer) });
  const [answer] = answers;
  return answer === undefined ? null : await (await answer).text();
}

async function happens(kind: string, more: object = {}): Promise<void> {
  const waited: Promise<unknown>[] = [];
  handlers.get(kind)?.({ waitUntil: (work: Promise<unknown>) => void waited.push(work), ...more });
  await Promise.all(waited);
}

const keptPaths = (): string[] => [...stores.values()].flatMap((kept) => [...kept.keys()]);

const openWindow = async (path: string) => void opened.push(path);

beforeEach(async () => {
  windows = [];
  stores = new Map();
  network = async (request) => new Response(`network ${pathOf(request)}`);
  if (handlers.size > 0) return;
  vi.stubGlobal('build', { version: 'v2', shell: [`${origin}/index.html`, `${origin}/assets/app-1.js`] });
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', (request: Request) => network(request));
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('clients', { claim: async () => undefined, matchAll: async () => windows, openWindow });
  vi.stubGlobal('skipWaiting', async () => void takenOver++);
  vi.stubGlobal('registration', { showNotification: async (title: string) => void shown.push(title) });
  vi.stubGlobal('navigator', { setAppBadge: async (count: number) => void badges.push(count) });
  vi.stubGlobal('addEventListener', (kind: string, handler: Handler) => void handlers.set(kind, handler));
  const worker = '../../worker/service-worker.ts';
  await import(worker);
});

test('no response of the API is answered or kept by the worker, whatever its case, nor what changes something or is another host’s', async () => {
  for (const request of [
    requestOf('/api/wallet'),
    requestOf('/api/wallet', { mode: 'navigate' }),
    requestOf('/operator', { mode: 'navigate' }),
    requestOf('/Operator/money', { mode: 'navigate' }),
    requestOf('/operator/assets/app-1.js'),
    requestOf('/assets/app-1.js', { method: 'POST' }),
    requestOf('https://elsewhere.test/assets/app-1.js'),
    requestOf('/documents/private'),
  ])
    expect(await answerTo(request), request.url).toBeNull();
  expect(keptPaths()).toEqual([]);
});

test('a page comes from the network and is not kept; offline, the shell that was kept', async () => {
  await happens('install');
  expect(keptPaths()).toEqual(['/index.html', '/assets/app-1.js']);
  expect(await answerTo(requestOf('/tab3', { mode: 'navigate' }))).toBe('network /tab3');
  expect(keptPaths()).not.toContain('/tab3');
  network = () => Promise.reject(new TypeError('offline'));
  expect(await answerTo(requestOf('/tab3', { mode: 'navigate' }))).toBe('network /index.html');
});

test('a hashed file is asked for once, a coin’s picture each time, and what failed is not kept', async () => {
  let asked = 0;
  const headers = { vary: 'accept-encoding' };
  network = async (request) => new Response(`${++asked} ${pathOf(request)}`, { headers });
  const file = () => answerTo(requestOf('/assets/chart-9.js'));
  expect([await file(), await file()]).toEqual(['1 /assets/chart-9.js', '1 /assets/chart-9.js']);
  const picture = () => answerTo(requestOf('/coins/BTC.svg'));
  expect([await picture(), await picture()]).toEqual(['2 /coins/BTC.svg', '3 /coins/BTC.svg']);
  network = async () => new Response('not found', { status: 404 });
  expect(await answerTo(requestOf('/assets/gone-1.js'))).toBe('not found');
  expect(keptPaths()).not.toContain('/assets/gone-1.js');
  network = () => Promise.reject(new TypeError('offline'));
  expect(await picture()).toBe('3 /coins/BTC.svg');
});

test('a new version takes away the older ones’ files, and nothing of others', async () => {
  for (const name of ['clearlot-v1', 'clearlot-v2', 'another-app']) await caches.open(name);
  await happens('activate');
  expect([...stores.keys()]).toEqual(['clearlot-v2', 'another-app']);
});

test('files named by a page are kept once', async () => {
  let asked = 0;
  network = async () => new Response(String(++asked));
  const message = { data: { kind: 'keep', addresses: ['/assets/a-1.js', '/assets/b-1.js'] } };
  await happens('message', message);
  await happens('message', message);
  expect(asked).toBe(2);
  expect(keptPaths()).toEqual(['/assets/a-1.js', '/assets/b-1.js']);
});

test('a message of an app that is closed or hidden is shown, with the count on its icon; an app in front counts itself, and no other number is taken', async () => {
  const push = (fields: object) => {
    const message = { id: 't1', title: 'Deposit credited', body: '', path: '/Notifications', ...fields };
    return happens('push', { data: { text: () => JSON.stringify(message) } });
  };
  await push({ unread: 5 });
  expect([shown, badges]).toEqual([['Deposit credited'], [5]]);
  for (const unread of [undefined, -1, 1.5, '7']) await push({ unread });
  expect(badges).toEqual([5]);
  for (const path of ['https://elsewhere.test/', '//elsewhere.test', '/\\elsewhere.test', 7]) await push({ path });
  expect(shown).toHaveLength(5);
  windows = [
    { url: `${origin}/assets`, visibilityState: 'hidden' },
    { url: `${origin}/operators-guide`, visibilityState: 'visible' },
  ];
  await push({ unread: 6 });
  expect([shown.length, badges]).toEqual([5, [5]]);
  windows = [{ url: `${origin}/assets`, visibilityState: 'hidden' }];
  await push({ unread: 7 });
  expect([shown.length, badges]).toEqual([6, [5, 7]]);
  windows = ['/operator', '/Operator/inbox', '/api/reference'].map((path) => ({
    ...{ url: origin + path, visibilityState: 'visible' },
  }));
  await push({ unread: 8 });
  expect([shown.length, badges]).toEqual([7, [5, 7, 8]]);
});

test('a press on a message closes it, and opens its page in the app where that is open, else in a window of its own', async () => {
  let closed = 0;
  const pressed = (data: unknown) =>
    happens('notificationclick', { notification: { data, close: () => void closed++ } });
  await pressed({ path: '/Notifications' });
  await pressed(null);
  expect([opened, closed]).toEqual([['/Notifications', '/'], 2]);
  const told: unknown[] = [];
  let focused = 0;
  const focus = async () => {
    focused++;
    throw new DOMException('no press', 'InvalidAccessError');
  };
  const windowAt = (path: string) => ({
    ...{ url: origin + path, visibilityState: 'hidden', focus },
    postMessage: (message: unknown) => void told.push(message),
  });
  windows = [windowAt('/operator/inbox'), windowAt('/homeTab')];
  await pressed({ path: '/myOrderInfo' });
  expect([told, focused, opened.length]).toEqual([[{ kind: 'open', path: '/myOrderInfo' }], 1, 2]);
  // The console does not open a member's page.
  windows = [windowAt('/operator/inbox')];
  await pressed({ path: '/orders' });
  expect([told.length, focused, opened.at(-1)]).toEqual([1, 1, '/orders']);
});

test('a newer worker takes over when the member says so, and not before', async () => {
  await happens('install');
  expect(takenOver).toBe(0);
  await happens('message', { data: { kind: 'takeOver' } });
  expect(takenOver).toBe(1);
});
