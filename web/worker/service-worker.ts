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

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // API responses are never cached: a stale figure is worse than none.
  if (request.method !== 'GET' || origin !== worker.location.origin || pathname.startsWith('/api')) return;
  if (request.mode === 'navigate') event.respondWith(openPage(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request));
  else if (pathname.startsWith('/coins/')) event.respondWith(picture(request));
});

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
