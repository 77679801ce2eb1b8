import type { Locator, Page } from '@playwright/test';
import { openScreens } from '../test/screens.ts';
import type { Life } from './life.ts';
import type { Words } from './words.ts';

/** One image: an address, and the taps before capturing. */
export interface Scene {
  readonly name: string;
  readonly path: string;
  /** Captured before signing in. */
  readonly isVisitor?: boolean;
  readonly act?: (page: Page, words: Words) => Promise<void>;
  /** Capture the viewport only: overlays are positioned by it. */
  readonly isOverlay?: boolean;
}

/** Every open screen as this member sees it, then its overlays. */
export function scenesOf(life: Life): readonly Scene[] {
  const named: Readonly<Record<string, string>> = {
    '/ordersDetail': `/ordersDetail?id=${life.planWon}`,
    '/depositSuccess': `/depositSuccess?deposit=${life.deposit}`,
    '/withdrawSuccess': `/withdrawSuccess?withdrawal=${life.withdrawalInReview}`,
    '/billRecord': `/billRecord?transfer=${life.transfer}`,
  };
  const visitors = ['/login', '/registe'];
  const screens = openScreens().map(({ path }): Scene => {
    const address = named[path] ?? path;
    const act = path === '/homeTab' ? waitsForTheEnd : undefined;
    return { name: path.slice(1), path: address, isVisitor: visitors.includes(path), ...(act && { act }) };
  });
  return [...screens, ...moreScenes(life)];
}

/** The names of all images: the member's own records only change their addresses. */
export function sceneNames(): readonly string[] {
  const ids = { planWon: '', planLost: '', planRunning: '', deposit: '', withdrawalInReview: '', withdrawalDone: '' };
  return scenesOf({ ...ids, username: '', cookies: () => [], transfer: '' }).map(({ name }) => name);
}

function moreScenes(life: Life): readonly Scene[] {
  return [
    { name: 'withdraw-visitor', path: '/withdraw', isVisitor: true },
    { name: 'deposits-visitor', path: '/deposits', isVisitor: true },
    { name: 'financial-visitor', path: '/financial', isVisitor: true },
    { name: 'login-refused', path: '/login', isVisitor: true, act: submitsNothing('identity.signIn') },
    { name: 'registe-refused', path: '/registe', isVisitor: true, act: submitsNothing('identity.register') },
    { name: 'ordersDetail-verified', path: `/ordersDetail?id=${life.planLost}`, act: verifies },
    { name: 'ordersDetail-running', path: `/ordersDetail?id=${life.planRunning}` },
    { name: 'ordersDetail-unknown', path: '/ordersDetail?id=ZZZZ' },
    { name: 'withdrawSuccess-done', path: `/withdrawSuccess?withdrawal=${life.withdrawalDone}` },
    { name: 'faq-article', path: '/faq?id=how-plans-settle' },
    { name: 'faq-found', path: '/faq', act: searches },
    { name: 'auth-terms', path: '/auth?id=terms' },
    { name: 'tab1-quote', path: '/tab1', act: quotes },
    { name: 'tab1-placed', path: '/tab1?coin=SOL', act: placesAtOnce },
    { name: 'tab1-refused', path: '/tab1', act: submitsNothing('plans.determine') },
    overlay('tab1-levels', '/tab1', (page, words) => page.getByRole('button', { name: words('plans.level') })),
    overlay('tab1-leverage', '/tab1', (page, words) =>
      page.getByRole('button', { name: words('plans.leverage', 'first') }),
    ),
    overlay('tab1-coins', '/tab1', (page, words) => page.getByRole('button', { name: words('plans.tradingArea') })),
    overlay('tab4-weight', '/tab4', (page, words) => page.getByRole('button', { name: words('assets.explainWeight') })),
    overlay('tab4-activation', '/tab4', (page, words) =>
      page.getByRole('button', { name: words('assets.accountWeight') }),
    ),
    overlay('tab4-language', '/tab4', (page, words) =>
      page.getByRole('button', { name: words('shell.languageAndTheme') }),
    ),
    overlay('tab4-source', '/tab4', (page, words) => page.getByRole('button', { name: words('assets.postings') })),
    overlay('tab4-signOut', '/tab4', (page, words) => page.getByRole('button', { name: words('identity.signOut') })),
    overlay('homeTab-personal', '/homeTab', (page, words) =>
      page.getByRole('button', { name: words('homeMore.personal') }),
    ),
    overlay('touzijilu-exit', '/touzijilu', (page, words) =>
      page.getByRole('button', { name: words('financing.exit') }).first(),
    ),
    overlay('withdrawSuccess-cancel', `/withdrawSuccess?withdrawal=${life.withdrawalInReview}`, (page, words) =>
      page.getByRole('button', { name: words('withdrawals.cancel') }),
    ),
    overlay('securityCenter-freeze', '/securityCenter', (page, words) =>
      page.getByRole('button', { name: words('security.freeze') }),
    ),
    overlay('user_edit-zones', '/user_edit', (page, words) =>
      page.getByRole('button', { name: words('security.timeZone') }),
    ),
    { name: 'no-such-page', path: '/nowhere' },
  ];
}

/** Overlays that a tap opens. */
function overlay(name: string, path: string, button: (page: Page, words: Words) => Locator): Scene {
  return {
    name,
    path,
    isOverlay: true,
    async act(page, words) {
      await button(page, words).click();
      await page.locator('dialog[open]').waitFor();
    },
  };
}

/** Home's lower part loads later. */
async function waitsForTheEnd(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: words('homeMore.subscribeButton', 'whole') }).waitFor();
}

function submitsNothing(key: string): NonNullable<Scene['act']> {
  return async (page, words) => {
    await page.getByRole('button', { name: words(key, 'whole') }).click();
    await page.locator('[aria-invalid="true"], [role="alert"]').first().waitFor();
  };
}

async function verifies(page: Page, words: Words): Promise<void> {
  // It begins by itself.
  const [same, partly] = ['planProof.verifiedSame', 'planProof.partlySame'].map((key) => page.getByText(words(key)));
  await same?.or(partly ?? same).waitFor();
}

async function searches(page: Page): Promise<void> {
  await page.getByRole('textbox').fill('USDT');
  await page.getByRole('status').filter({ hasText: 'USDT' }).first().waitFor();
}

async function quotes(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: words('plans.leverage', 'first') }).click();
  await page.getByRole('dialog').getByRole('button', { name: '5X', exact: true }).click();
  await page.locator('input[name="price"]').fill('200');
  await page.getByText(words('plans.worse')).first().waitFor();
}

/** The panel after placing a plan, from a recorded response: no plan is placed per language. */
async function placesAtOnce(page: Page, words: Words): Promise<void> {
  await quotes(page, words);
  await page.getByRole('button', { name: words('plans.determine', 'whole') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('planConfirm.place', 'whole') })
    .click();
  await page.getByText(words('plans.placedTitle')).first().waitFor();
}
