/** Whether this browser can get push messages here: not all have them, and the member may have blocked them. */
export type PushSupport = 'supported' | 'unsupported' | 'denied';

export function pushSupport(): PushSupport {
  const hasAll = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!hasAll || !window.isSecureContext) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'supported';
}

/** The browser runs no worker here, without which there are no push messages. */
export class WorkerAbsent extends Error {
  constructor() {
    super('no service worker became ready');
    this.name = 'WorkerAbsent';
  }
}

/** Installing a worker takes a few downloads. Where the browser refused it, `ready` never resolves. */
const workerWaitMs = 20_000;

/**
 * Asks for the permission and subscribes; null when the member refuses. Throws `WorkerAbsent`, or a DOMException when the push service does
 * not answer.
 */
export async function subscribeDevice(pushKey: string, waitMs = workerWaitMs) {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await readyWorker(waitMs);
  const before = await pushManager.getSubscription();
  const hasOtherKey = before !== null && keyOf(before) !== pushKey;
  if (hasOtherKey) await before.unsubscribe();
  const kept = hasOtherKey ? null : before;
  const made = kept ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(pushKey) }));
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

async function readyWorker(waitMs: number): Promise<ServiceWorkerRegistration> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new WorkerAbsent()), waitMs);
  });
  return await Promise.race([navigator.serviceWorker.ready, tooLate]).finally(() => clearTimeout(timer));
}

/** Ends the subscription in the browser, if there is one. */
export async function unsubscribeDevice(): Promise<void> {
  await (await currentSubscription())?.unsubscribe();
}

/** The id by which the server lists this device; null where it has no subscription. */
export async function currentDeviceId(): Promise<string | null> {
  const subscription = await currentSubscription();
  if (subscription === null) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint));
  return [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, 24);
}

async function currentSubscription(): Promise<PushSubscription | null> {
  if (pushSupport() !== 'supported') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function keyOf({ options }: PushSubscription): string {
  const key = options.applicationServerKey;
  if (key === null) return '';
  return btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
}
