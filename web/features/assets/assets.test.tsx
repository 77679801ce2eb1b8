import { beforeEach, expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { linksOf, markupOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { ActivationSheet } from './activation-sheet.tsx';
import { AssetsMenu } from './assets-menu.tsx';
import { FiguresCard, type Member } from './figures-card.tsx';
import { WeightSheet } from './weight-sheet.tsx';

beforeEach(() => useLanguage('en'));

const nothing = () => undefined;
const member = {
  ...{ username: 'newcomer7', weight: 1_250, authorization: usdt(3_500_050n), available: usdt(2_250_000n) },
  ...{ locked: usdt(1_250_050n), incomeToday: usdt(-40_000n), incomeTotal: usdt(1_000_000n), postings: 12 },
} as Member;

test('quotas, income and score stand in their places, and say from how many postings they add up', () => {
  expect(wordsOf(<FiguresCard member={member} onActivate={nothing} onExplain={nothing} />)).toBe(
    'Authorization Quota 3.5000 USDT Available Quota 2.2500 Lock limit 1.2500 Today’s earnings −0.0400 Total Income +1.0000 ' +
      'Account weight score 1,250 Every figure adds up from 12 postings',
  );
  expect(linksOf(<FiguresCard member={member} onActivate={nothing} onExplain={nothing} />)).toEqual(['/profit']);
  const fresh = <FiguresCard member={{ ...member, postings: 0 }} onActivate={nothing} onExplain={nothing} />;
  expect(wordsOf(fresh)).toContain('No postings yet: every figure is zero');
  expect(wordsOf(<FiguresCard member={undefined} onActivate={nothing} onExplain={nothing} />)).not.toMatch(/\d/);
});

test('the activation says how far it is, and from where test funds come', () => {
  const sheet = (weight: number, address: string | null) => (
    <ActivationSheet open onClose={nothing} weight={weight} address={address} onDeposit={nothing} />
  );
  expect(wordsOf(sheet(30, null))).toMatch(/^Activate the weight score.*30 of 100 points.*You get one with your first/);
  expect(markupOf(sheet(30, null))).toContain('width:30%');
  const done = sheet(250, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  expect(wordsOf(done)).toContain('Your weight score is activated');
  expect(wordsOf(sheet(99, null))).toContain('99 of 100 points');
  expect(wordsOf(sheet(100, null))).toContain('100 points, 100 were needed');
  expect(markupOf(done)).toContain('width:100%');
  expect(wordsOf(done)).not.toContain('5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  expect(wordsOf(<WeightSheet open onClose={nothing} />)).toContain(
    'No withdrawal is ever refused because of a weight score',
  );
});

test.each([
  ['en', '1,250 points, 100 were needed'],
  ['tc', '1,250 分，啟用只需 100 分'],
  ['zh', '1,250 分，激活只需 100 分'],
  ['jp', '1,250ポイント（有効化に必要なのは100ポイント）'],
  ['thai', '1,250 คะแนน (เปิดใช้งานใช้เพียง 100 คะแนน)'],
  ['vnf', '1.250 điểm, kích hoạt chỉ cần 100 điểm'],
] as const)('in %s a score beyond what activates stands as reached, not as a share', async (locale, words) => {
  await useLanguage(locale);
  const sheet = <ActivationSheet open onClose={nothing} weight={1_250} address={null} onDeposit={nothing} />;
  expect(wordsOf(sheet)).toContain(words);
});

test('each line of the menu leads where it says', () => {
  expect(wordsOf(<AssetsMenu />)).toBe(
    'Withdraw Deposits Financial Records Order Record Earnings Red envelope Invitation Help Center Must-know Tips Rules ' +
      'Proof of liabilities Wallet Security Center Settings',
  );
  expect(linksOf(<AssetsMenu />)).toEqual([
    ...['/txmoney', '/deposits', '/financial', '/orders', '/profit', '/hongbao', '/invitation', '/faq', '/Tips'],
    ...['/rule', '/proofs', '/wallet', '/securityCenter', '/shezhi'],
  ]);
});
