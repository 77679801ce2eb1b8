import { afterEach, beforeAll, expect, test } from 'vitest';
import { getGiving, listDisbursements } from '#contract/donations.ts';
import { getMember } from '#contract/profile.ts';
import { points, usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { answer, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { CausesCard } from './causes-card.tsx';
import { CharityTotals } from './charity-totals.tsx';
import { DisbursementsCard } from './disbursements-card.tsx';
import { DonorLists } from './donor-lists.tsx';
import { givingLocaleStore } from './giving-locale.ts';
import { TierCard } from './tier-card.tsx';

beforeAll(async () => {
  await useLanguage('en');
  givingLocaleStore.choose('en');
});
afterEach(() => queryClient.clear());

const at = new Date(2026, 4, 1, 10).getTime();
const text = (name: string) => ({ name, about: `About ${name}` });
const texts = { en: text('Books'), zh: text('书'), tc: text('書'), jp: text('本') };
const giving = {
  points: { received: points(100n), disbursed: points(40n), unspent: points(60n) },
  usdt: { received: usdt(9_000_000n), disbursed: usdt(2_500_000n), unspent: usdt(6_500_000n) },
  causes: [{ id: 'books', texts }],
  donors: [
    { name: 'an***ee', points: 50, at },
    { name: null, points: 10, at: at - 3_600_000 },
  ],
};

test('what was received, disbursed and is left stands in its column, in points and in USDT', () => {
  answer(getGiving, {}, giving as never);
  expect(wordsOf(<CharityTotals withSamples={false} />)).toMatch(
    /Received 100 \S+ 9\.000000 USDT \S+.* 40 \S+ 2\.500000 USDT \S+.* 60 \S+ 6\.500000 USDT/i,
  );
});

test('causes and receipts are in the language of the giving pages', () => {
  answer(getGiving, {}, giving as never);
  expect(wordsOf(<CausesCard />)).toContain('Books About Books');
  givingLocaleStore.choose('jp');
  expect(wordsOf(<CausesCard />)).toContain('本 About 本');
  givingLocaleStore.choose('en');
  answer(getGiving, {}, { ...giving, causes: [] } as never);
  expect(wordsOf(<CausesCard />)).not.toContain('Books');
});

test('donors are shown as they chose, with what they gave and when', () => {
  answer(getGiving, {}, giving as never);
  const words = wordsOf(<DonorLists running={false} />);
  expect(words).toContain('an***ee May 1, 10:00 50');
  expect(words).toContain('Anonymous May 1, 09:00 10');
});

test('what a member gave and can give, and the three donations', () => {
  answer(getMember, {}, { donated: 60, assistance: 270 } as never);
  const words = wordsOf(<TierCard />);
  expect(words).toMatch(/ 60 .* 270 /);
  expect(words).toMatch(/10.*50.*200/);
});

test('each disbursement is listed with its amount, cause and receipt', () => {
  const one = { id: '1KDVDWMC0SXVXCS8', cause: texts, receipt: 'Receipt 7', at };
  const disbursements = [
    { ...one, asset: 'USDT', amount: 2_500_000n },
    { ...one, id: '1KDVDWMC0SXVXCS9', asset: 'PTS', amount: 40n, receipt: 'Receipt 8' },
  ];
  queryClient.setQueryData(readKey(listDisbursements, {}, 'checked'), { disbursements, check: null });
  const words = wordsOf(<DisbursementsCard />);
  expect(words).toMatch(/2\.500000.*Books.*Receipt 7/);
  expect(words).toMatch(/40.*Books.*Receipt 8/);
});
