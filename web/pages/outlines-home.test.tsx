// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getWeek } from '#contract/check-in.ts';
import { getHelp, listHelp, listNotices } from '#contract/content.ts';
import { listDepositChannels, listDeposits } from '#contract/deposits.ts';
import { getHome } from '#contract/home.ts';
import { getMarketStatus, listMarkets } from '#contract/market.ts';
import { getMember } from '#contract/profile.ts';
import { noUsdt } from '#core/money/amount.ts';
import { HelpAccordion } from '#web/features/content/help-accordion.tsx';
import { BotsCard } from '#web/features/home/bots-card.tsx';
import { EarningsCard } from '#web/features/home/earnings-card.tsx';
import { FloatingButtons } from '#web/features/home/floating-buttons.tsx';
import { SubscribeCard } from '#web/features/home/subscribe-card.tsx';
import { TrainingCard } from '#web/features/home/training-card.tsx';
import { UptimeCard } from '#web/features/home/uptime-card.tsx';
import { setProductClock } from '#web/platform/product-clock.ts';
import { session } from '#web/platform/session/session.ts';
import type { FakeServer } from '#web/ui/mounted.fixture.tsx';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { FirstSteps } from './first-steps.tsx';
import { Page as HomePage } from './home.tsx';
import { HomeMore } from './home-more.tsx';
import { Page as HotMarketsPage } from './hot-markets.tsx';
import { asMember } from './member-page.fixture.ts';
import { openedPage } from './opened-page.fixture.ts';
import { article, help, home, memberFigures, notices, week } from './samples-home.fixture.ts';
import { marketRows, marketStatus, now, staleStatus } from './samples-market.fixture.ts';

let server: FakeServer;
asMember((opened) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(now);
  setProductClock({ now, clockSpeed: 0 });
  server = opened;
  server.answer(getHome, home);
  server.answer(listHelp, help);
  server.answer(getHelp, article);
  server.answer(getWeek, week as never);
  server.answer(listNotices, notices);
  server.answer(getMember, memberFigures);
  server.answer(listMarkets, [...marketRows]);
  server.answer(getMarketStatus, marketStatus);
  server.answer(listDepositChannels, []);
  server.answer(listDeposits, []);
});
beforeEach(() => session.setVideoAutoplays(false));
afterEach(() => void vi.useRealTimers());

const opened = (node: React.ReactNode, path = '/homeTab') => openedPage(node, path);

test('the home screen of a member with unread notices, its markets rising, falling and standing', async () => {
  const { container, shown } = opened(<HomePage />);
  await shown('built on');
  await expectOutline(container);
});

test('the home screen without prices', async () => {
  server.answer(listMarkets, []);
  await expectOutline(opened(<HomePage />).container);
});

test('the home screen whose prices and counts are refused', async () => {
  server.refuse(listMarkets, 'internalError', 'No prices now');
  server.refuse(getHome, 'internalError', 'No counts now');
  server.loseConnection(listHelp);
  await expectOutline(opened(<HomePage />).container);
});

test('what is below the ranking of the home screen', async () => {
  await expectOutline(opened(<HomeMore />).container);
});

test('the counts of the platform before they are known, and without a settled plan', async () => {
  server.answer(getHome, { ...home, platform: null, settled: [] });
  await expectOutline(
    opened(
      <>
        <BotsCard />
        <EarningsCard />
      </>,
    ).container,
  );
});

test('the platform of which no plan has settled', async () => {
  server.answer(getHome, { ...home, platform: home.platform && { ...home.platform, plansSettled: 0, plansWon: 0 } });
  await expectOutline(opened(<BotsCard />).container);
});

test('the measurements while they are read', async () => {
  const held = server.hold(getHome, home);
  const { container, shown } = opened(<UptimeCard />);
  await shown('Fixed percentages');
  expect(container.textContent).not.toContain('App API');
  held.release();
  await expectOutline(container);
});

test('the earnings and the training, paused', async () => {
  const earnings = opened(<EarningsCard />);
  await earnings.press('Pause');
  await expectOutline(earnings.container);
  earnings.unmount();
  const training = opened(<TrainingCard />);
  await training.press('Pause');
  await expectOutline(training.container);
});

test('an opened help text of the home screen', async () => {
  const { container, press, shown } = opened(<HelpAccordion />);
  await press('How do deposits arrive?');
  await shown('credited after');
  await expectOutline(container);
});

test('the box for the newsletter, pressed', async () => {
  const { container, press, fill } = opened(<SubscribeCard />);
  await fill(/mail/, 'me@example.org');
  await press('Subscribe');
  await expectOutline(container);
});

test('the sheet of personal information', async () => {
  const { container, press } = opened(<FloatingButtons />);
  await press(/^Personal info/);
  await expectOutline(container);
});

test('the first steps of a new member with funds', async () => {
  server.answer(getMember, { ...memberFigures, locked: noUsdt, incomeTotal: noUsdt });
  const { container, press, went } = opened(<FirstSteps />);
  await expectOutline(container);
  await press('Place your first plan');
  expect(went).toEqual(['/tab1?coin=ETH&level=1&leverage=1&range=5m']);
});

test('the first steps of a new member without funds', async () => {
  server.answer(getMember, { ...memberFigures, locked: noUsdt, incomeTotal: noUsdt, available: noUsdt });
  await expectOutline(opened(<FirstSteps />).container);
});

test('the markets by what moves most, on a recording', async () => {
  await expectOutline(opened(<HotMarketsPage />, '/remen').container);
});

test('the markets by what moves most, while the prices of an exchange stand still', async () => {
  server.answer(getMarketStatus, staleStatus);
  await expectOutline(opened(<HotMarketsPage />, '/remen').container);
});

test('the markets by what moves most, refused', async () => {
  server.refuse(listMarkets, 'internalError', 'No prices now');
  await expectOutline(opened(<HotMarketsPage />, '/remen').container);
});
