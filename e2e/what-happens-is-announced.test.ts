import { type BrowserContext, expect, type Page } from '@playwright/test';
import { openPushService, type PushService } from '#server/test/push-service.fixture.ts';
import { deposit, type Member, placePlan, register } from './member.ts';
import { test } from './test.ts';
import { workerControls } from './worker.ts';

test.use({ serviceWorkers: 'allow' });

/** What the journeys use of a service worker's scope, which the types of a page do not have. */
type WorkerScope = EventTarget & { readonly registration: ServiceWorkerRegistration };

let service: PushService;

test.beforeAll(async () => {
  service = await openPushService();
});
test.afterAll(() => service.close());

test('a plan that settles while home is open says so, leads to the plan, and is read in every tab', async ({
  page,
  context,
}) => {
  const member = await register(page);
  await page.request.post('/api/page/notice/read', { form: {}, headers: { 'X-Clearlot': '1' } });
  await deposit(page, '1000');
  await knowsTheList(page);
  const id = await placePlan(page, '100');
  const toast = page.getByRole('status').filter({ hasText: 'Plan settled' });
  await expect(toast).toContainText('USDT');
  await expect(bell(page, 'Notices, some unread')).toBeVisible();
  await toast.getByRole('link', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/ordersDetail\\?id=${id}$`));
  await expect(page.getByRole('status').filter({ hasText: 'Plan settled' })).toHaveCount(0);

  const second = await openTab(context, member, '/Notifications');
  const list = second.getByRole('list', { name: 'Notifications' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  // The one that was followed is read, the deposit before it is not.
  await expect(list.getByRole('listitem').filter({ hasText: 'Unread' })).toHaveCount(1);
  await expect(list.getByRole('listitem').filter({ hasText: 'Unread' })).toContainText('Deposit credited');
  await second.getByRole('button', { name: 'Plans', exact: true }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await second.getByRole('button', { name: 'Security', exact: true }).click();
  await expect(second.getByText('Nothing here yet')).toBeVisible();
  await second.getByRole('button', { name: 'All', exact: true }).click();
  await second.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(list.getByText('Unread')).toHaveCount(0);

  await page.goto('/homeTab');
  await expect(page.getByRole('heading', { name: 'Clearlot in a few seconds' })).toBeVisible();
  await expect(bell(page, 'Notices')).toBeVisible();
});

test('what happened while the page was cut off is one message when it is back, and a switched-off topic is none', async ({
  page,
}) => {
  await register(page);
  await knowsTheList(page);
  await page.route('**/api/stream**', (route) => route.abort());
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  for (const amount of ['100', '200', '300']) await deposit(page, amount);
  await page.unroute('**/api/stream**');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const toast = page.getByRole('status').filter({ hasText: 'new notifications' });
  await expect(toast).toContainText('3 new notifications');
  await toast.getByRole('button', { name: 'Close' }).click();
  await expect(toast).toHaveCount(0);

  await page.goto('/shezhi');
  const deposits = page.getByRole('checkbox', { name: 'Deposits' });
  await expect(deposits).toBeChecked();
  const saved = page.waitForResponse((one) => one.url().includes('/notifications/settings') && one.ok());
  await deposits.uncheck();
  await saved;
  await page.goto('/tab4');
  await knowsTheList(page);
  await deposit(page, '400');
  await expect.poll(() => page.getByText('1,000').count()).toBeGreaterThan(0);
  await page.waitForTimeout(2_000);
  await expect(page.getByRole('status').filter({ hasText: 'Deposit credited' })).toHaveCount(0);
  await page.goto('/Notifications');
  await expect(page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(4);
});

test('push messages are turned on for a device, come encrypted, are shown, open the page, and end at the sign-out', async ({
  page,
  context,
}) => {
  const device = service.device();
  await context.addInitScript(fakeSubscription, {
    endpoint: device.endpoint,
    p256dh: device.p256dh,
    auth: device.auth,
  });
  await register(page, '/shezhi');
  await workerControls(page);
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(page.getByRole('button', { name: 'Turn off for this device' })).toBeVisible();
  // That a device gets them is told to all that do, itself among them.
  await expect.poll(() => device.taken.map(({ message }) => message.title)).toEqual(['Security of your account']);
  await deposit(page, '250');
  await expect.poll(() => device.taken.length).toBe(2);
  const message = device.taken[1]?.message;
  expect(message).toMatchObject({ title: 'Deposit credited', body: 'Open it in Clearlot' });

  const worker = context.serviceWorkers()[0];
  if (worker === undefined || message === undefined) throw new Error('there is no service worker');
  await worker.evaluate(fakeScreen);
  const receive = (text: string): Promise<unknown[]> =>
    worker.evaluate(async (data) => {
      const scope = globalThis as unknown as WorkerScope;
      const done: Promise<unknown>[] = [];
      const event = Object.assign(new Event('push'), {
        data: { text: () => data },
        waitUntil: (work: Promise<unknown>) => done.push(work),
      });
      scope.dispatchEvent(event);
      await Promise.all(done);
      return (await scope.registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    }, text);
  // An open page in front says it itself.
  expect(await receive(JSON.stringify(message))).toEqual([]);
  await page.goto('about:blank');
  const shown = { title: message.title, body: message.body, tag: message.id };
  expect(await receive(JSON.stringify(message))).toEqual([shown]);
  expect(await receive(JSON.stringify(message))).toEqual([shown]);
  for (const bad of ['', '{}', 'null', JSON.stringify({ ...message, path: '//evil.example' })]) {
    expect(await receive(bad)).toEqual([shown]);
  }

  const listed = page.waitForResponse((one) => one.url().includes('/notifications/list'));
  await page.goto('/tab4');
  await listed;
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications();
    const event = new Event('notificationclick');
    scope.dispatchEvent(Object.assign(event, { notification, waitUntil: () => undefined }));
  });
  await expect(page).toHaveURL(/\/depositSuccess\?deposit=\w+$/);

  await page.goto('/shezhi');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(device.taken).toHaveLength(2);
});

test('a browser without push messages says so', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await register(page, '/shezhi');
  await expect(page.getByText('This browser does not support push messages here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on for this device' })).toHaveCount(0);
});

const bell = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** The list has loaded, so that what comes next is new. */
async function knowsTheList(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('notified:m'))))
    .toBe(true);
}

async function openTab(context: BrowserContext, member: Member, path: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.addInitScript((name) => sessionStorage.setItem('username', name), member.username);
  await tab.goto(path);
  return tab;
}

/** In the place of the phone's screen, which a browser without one has not: by tag, as it shows them. */
function fakeScreen(): void {
  const { registration } = globalThis as unknown as WorkerScope;
  const shown = new Map<string, unknown>();
  Object.assign(registration, {
    showNotification: async (title: string, options: NotificationOptions) => {
      shown.set(options.tag ?? '', { title, ...options, close: () => shown.delete(options.tag ?? '') });
    },
    getNotifications: async () => [...shown.values()],
  });
}

/** In the place of the browser's push service and of its question, which are not there in a test. */
function fakeSubscription(keys: { readonly endpoint: string; readonly p256dh: string; readonly auth: string }): void {
  Object.assign(window, {
    Notification: { permission: 'granted', requestPermission: async () => 'granted' },
  });
  let current: unknown = null;
  const made = {
    endpoint: keys.endpoint,
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: keys.endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }),
    unsubscribe: async () => {
      current = null;
      return true;
    },
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => current,
    subscribe: async () => {
      current = made;
      return made;
    },
  });
}
