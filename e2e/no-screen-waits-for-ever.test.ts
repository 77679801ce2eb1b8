import { expect, type Page, type Route } from '@playwright/test';
import { openScreens } from '../tools/test/screens.ts';
import { shell as en } from '../web/locales/en/shell.ts';
import { shell as tc } from '../web/locales/tc/shell.ts';
import { register } from './member.ts';
import { openInApp } from './open-in-app.ts';
import { test } from './test.ts';

/** Screens that are complete without any response: of no plan, its own says so and leads to the list. */
const complete = [
  '/ordersDetail',
  '/login',
  '/registe',
  '/cash',
  '/chanpingjieshao',
  '/yuyanshezhi',
  '/loginPwd',
  '/resetPassword',
  '/forgotten',
];

const refused = { status: 500, contentType: 'application/json', body: refusal() };
const nonsense = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };

type Failure = (route: Route) => Promise<void>;

/** How calls fail. An unreachable server is retried twice before the error is shown, so only a few screens take that mode. */
function failureOf(place: number): Failure {
  if (place % 10 === 9) return (route) => route.abort();
  return (route) => route.fulfill(place % 2 === 0 ? refused : nonsense);
}

test('where the server refuses, sends invalid data or is unreachable, every screen says so and offers to retry', async ({
  page,
}) => {
  await register(page, '/healthz');
  let fail = failureOf(0);
  await page.route('**/api/**', (route) => fail(route));
  await page.goto('/tab4');
  const found: string[] = [];
  for (const [place, { path }] of openScreens().entries()) {
    fail = failureOf(place);
    await openInApp(page, path);
    found.push(...(await unsaid(page, path)));
  }
  expect(found).toEqual([]);
});

function refusal(): string {
  return JSON.stringify({ status: false, info: 'Something went wrong.', url: '', code: 'internalError' });
}

/** The problems of a screen whose reads all fail. */
async function unsaid(page: Page, path: string): Promise<string[]> {
  // The giving pages have a language of their own.
  const tryAgain = page.getByRole('button', { name: new RegExp(`^(${en.tryAgain}|${tc.tryAgain})$`) });
  const offers =
    complete.includes(path) || (await holds(() => expect(tryAgain.first()).toBeVisible({ timeout: 30_000 })));
  const stands = await holds(() => expect(page.locator('[class*="_skeleton_"]')).toHaveCount(0, { timeout: 30_000 }));
  const text = (await page.locator('main').textContent()) ?? '';
  return [
    ...(offers ? [] : [`${path} offers no way on`]),
    ...(stands ? [] : [`${path} still waits`]),
    ...(text.trim().length < 20 ? [`${path} is blank`] : []),
  ];
}

async function holds(expectation: () => Promise<void>): Promise<boolean> {
  return expectation().then(
    () => true,
    () => false,
  );
}
