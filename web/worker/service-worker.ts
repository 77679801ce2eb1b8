/// <reference lib="webworker" />

/** Prepended by the build: a version that changes with the content, and the files to precache. */
declare const build: { readonly version: string; readonly shell: readonly string[] };

type Message = { readonly kind: 'takeOver' } | { readonly kind: 'keep'; readonly addresses: readonly string[] };

const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const cacheName = `clearlot-${build.version}`;
const page = '/index.html';

// Only what opens the app is precached; other files are cached on first use.
worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(build.shell.map(fresh))));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forgetOlder(), worker.clients.claim()]));
});

worker.addEventListener('message', (event) => {
  const message: Message = event.data;
  if (message.kind === 'takeOver') event.waitUntil(worker.skipWaiting());
  if (message.kind === 'keep') event.waitUntil(keep(message.addresses));
});

worker.addEventListener('push', (event) => {
  event.waitUntil(showMessage(event.data?.text() ?? ''));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPath(String(event.notification.data?.path ?? '/')));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // API responses are never cached: a stale figure is worse than none.
  if (request.method !== 'GET' || origin !== worker.location.origin || isBesideApp(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(openPage(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request));
  else if (pathname.startsWith('/coins/')) event.respondWith(picture(request));
});

/** The API and its reference, and the operators' console: no part of the app. */
function isBesideApp(pathname: string): boolean {
  return /^\/(api|operator)(\/|$)/i.test(pathname);
}

/** The open pages of the app. */
async function appWindows(): Promise<WindowClient[]> {
  const windows = await worker.clients.matchAll({ type: 'window' });
  return windows.filter(({ url }) => !isBesideApp(new URL(url).pathname));
}

/** Network first: the server's page names the newest files. Offline, the cached page. */
async function openPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(page);
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Cache first: hashed file names are immutable. */
async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  return fetchAndKeep(request);
}

/** Network first: the same name may get another picture. */
async function picture(request: Request): Promise<Response> {
  try {
    return await fetchAndKeep(request);
  } catch (error) {
    const kept = await caches.match(request, { ignoreVary: true });
    if (kept === undefined) throw error;
    return kept;
  }
}

async function fetchAndKeep(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.status === 200) {
    const cache = await caches.open(cacheName);
    // Quota exceeded: go on without caching.
    await cache.put(request, response.clone()).catch(() => undefined);
  }
  return response;
}

async function keep(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = addresses.filter((address) => !kept.has(address));
  await Promise.all(missing.map((address) => cache.add(address).catch(() => undefined)));
}

async function forgetOlder(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith('clearlot-') && name !== cacheName);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** Bypasses the HTTP cache, so that files of two versions are never mixed. */
function fresh(address: string): Request {
  return new Request(address, { cache: 'no-cache' });
}

interface PushMessage {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly path: string;
  /** For the badge of the installed app; undefined from a server of an earlier version. */
  readonly unread: number | undefined;
}

/** Shows a push message, in the place of an earlier one with its id. An app that is open in front shows the event itself. */
async function showMessage(text: string): Promise<void> {
  const message = readMessage(text);
  if (message === null) return;
  const open = await appWindows();
  if (open.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const { id, title, body, path, unread } = message;
  // Not every browser has a badge, and one may refuse it.
  if (unread !== undefined && 'setAppBadge' in worker.navigator)
    await worker.navigator.setAppBadge(unread).catch(() => undefined);
  await worker.registration.showNotification(title, {
    body,
    tag: id,
    data: { path },
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
  });
}

/** Null for anything but a message of ours: only a path of this app is opened. */
function readMessage(text: string): PushMessage | null {
  try {
    const { id, title, body, path, unread } = JSON.parse(text);
    const areTexts = [id, title, body, path].every((each) => typeof each === 'string');
    if (!areTexts || !/^\/(?![/\\])/.test(path)) return null;
    return { id, title, body, path, unread: Number.isSafeInteger(unread) && unread >= 0 ? unread : undefined };
  } catch {
    return null;
  }
}

/** In the app where it is open, which keeps what was typed there; else in a new window. */
async function openPath(path: string): Promise<void> {
  const [open] = await appWindows();
  if (open === undefined) return void (await worker.clients.openWindow(path));
  open.postMessage({ kind: 'open', path });
  // Refused where the browser counts no press by the member.
  await open.focus().catch(() => undefined);
}
