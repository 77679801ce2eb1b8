import { afterEach, beforeAll, expect, test } from 'vitest';
import { getLimits, type Limits } from '#contract/limits.ts';
import { usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answer, markupOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { ExclusionCard } from './exclusion-card.tsx';
import { ExclusionNotice } from './exclusion-notice.tsx';
import { LimitsCard } from './limits-card.tsx';
import { LimitsReminder } from './limits-reminder.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => queryClient.clear());

const at = (day: number): number => new Date(2026, 4, day, 10).getTime();
const now = at(1);
const limits: Limits = {
  lossLimits: [
    {
      ...{ period: 'day', amount: usdt(10_000_000n), next: { amount: usdt(20_500_000n), at: at(2) } },
      count: { since: at(1) - 36_000_000, lost: usdt(2_000_000n), atRisk: usdt(3_000_000n), left: usdt(5_000_000n) },
    },
    { period: 'week', amount: null, next: null, count: null },
  ],
  exclusion: null,
  ...{ now, timeZone: 'Asia/Tokyo' },
};

test('each limit shows what was lost, what is at risk and what is left, and the change that waits', () => {
  answer(getLimits, {}, limits);
  const words = wordsOf(<LimitsCard />);
  expect(words).toContain('Daily loss limit 10.00 USDT Lost 2.000000 Still at risk 3.000000 Left 5.000000');
  expect(words).toContain('20.50 USDT from May 2, 10:00 on Keep it as it is');
  expect(words).toContain('Weekly loss limit No limit');
  expect([...markupOf(<LimitsCard />).matchAll(/style="width:([\d.]+)%"/g)].map(([, width]) => width)).toEqual([
    '20',
    '30',
  ]);
  answer(
    getLimits,
    {},
    {
      ...limits,
      lossLimits: limits.lossLimits.map((limit) => ({ ...limit, next: { amount: null, at: at(3) } })),
    },
  );
  expect(wordsOf(<LimitsCard />)).toContain('No limit from May 3, 10:00 on');
});

test('before a plan is placed its limits say what they leave, and warn of one that would lose more', () => {
  answer(getLimits, {}, limits);
  expect(wordsOf(<LimitsReminder worst={usdt(-5_000_000n)} />)).toContain('Daily: 5.00 of 10.00 USDT left to risk');
  expect(wordsOf(<LimitsReminder worst={usdt(-5_000_000n)} />)).not.toContain('which is more');
  expect(wordsOf(<LimitsReminder worst={usdt(-5_000_001n)} />)).toContain('could lose 5.000001 USDT, which is more');
  answer(getLimits, {}, { ...limits, lossLimits: limits.lossLimits.slice(1) });
  expect(wordsOf(<LimitsReminder worst={usdt(-1n)} />)).toBe('');
});

test('an exclusion says until when, and whether it ends early; without one there is a break to take', () => {
  answer(getLimits, {}, limits);
  expect(wordsOf(<ExclusionCard />)).toContain('Take a break');
  expect(wordsOf(<ExclusionNotice />)).toBe('');
  const exclusion = { beganAt: now, endsAt: at(8), liftsAt: null };
  answer(getLimits, {}, { ...limits, exclusion });
  expect(wordsOf(<ExclusionNotice />)).toContain('Until May 8, 2026, 10:00:00, Asia/Tokyo');
  const running = wordsOf(<ExclusionCard />);
  expect(running).toContain('Until May 8, 2026, 10:00:00, Asia/Tokyo');
  expect(running).toContain('Make it longer End it early');
  expect(running).not.toContain('Stay excluded Make');
  expect(wordsOf(<LimitsReminder worst={usdt(-9_000_000n)} />)).toBe('');
  answer(getLimits, {}, { ...limits, exclusion: { ...exclusion, liftsAt: at(2) } });
  const ending = wordsOf(<ExclusionCard />);
  expect(ending).toContain('It ends early: May 2, 2026, 10:00:00, Asia/Tokyo');
  expect(ending).toContain('Stay excluded Make it longer');
  expect(ending).not.toContain('End it early');
});
