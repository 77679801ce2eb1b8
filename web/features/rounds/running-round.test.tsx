import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Round } from '#contract/round-records.ts';
import { timesOf } from '#core/rounds/schedule.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { setProductClock } from '#web/platform/product-clock.ts';
import { stream } from '#web/platform/stream/use-stream.ts';
import { Countdown, RoundState } from './running-round.tsx';

const times = timesOf(5_000_000);

/** As it was read while it took bets. */
const round = { ...times, id: 5_000_000, state: 'betting' } as Round;

beforeAll(async () => {
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('window', { navigator: { languages: ['en'] } });
  await localeStore.load();
  await localeStore.loadMore();
});

const shown = (): string =>
  renderToStaticMarkup(
    <>
      <RoundState round={round} />
      <Countdown round={round} />
    </>,
  ).replaceAll(/<[^>]*>/g, ' ');

test('the state of a round closes with its countdown, before it is read again', () => {
  setProductClock({ now: times.closesAt - 60_000, clockSpeed: 0 });
  expect(shown()).toMatch(/Open for bets.*Bets close in +1:00/);
  setProductClock({ now: times.closesAt, clockSpeed: 0 });
  expect(shown()).toMatch(/Waiting for the result.*Result in/);
});

test('a countdown says where the phone is behind, so that what it waits for may be there already', () => {
  setProductClock({ now: times.resultAt + 1_000, clockSpeed: 0 });
  expect(shown()).toMatch(/No result yet\. Void in +\d:\d\d/);
  const state = vi.spyOn(stream, 'state').mockReturnValue('behind');
  expect(shown()).toMatch(/No result yet\. Void in\u00a0· catching up +\d:\d\d/);
  state.mockRestore();
});
