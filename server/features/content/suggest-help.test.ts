import { expect, test } from 'vitest';
import type { Locale } from '#contract/locale.ts';
import type { Library, Page } from './library.ts';
import { fold } from './search-text.ts';
import { suggestHelp } from './suggest-help.ts';

/** A library of these help texts alone, each with its title and text. */
const libraryOf = (texts: Readonly<Record<string, readonly [title: string, text: string]>>) => ({
  pages: (kind: string, _locale: Locale) =>
    kind === 'help'
      ? Object.entries(texts).map(([id, [title, text]]) => {
          return { id, folded: { title: fold(title), text: fold(text) } } as Page;
        })
      : [],
});

const suggested = (texts: Parameters<typeof libraryOf>[0], question: string, locale: Locale = 'en') =>
  suggestHelp(libraryOf(texts) as unknown as Library, question, locale);

const english = {
  fees: ['What a plan costs', 'Each plan pays a fee of its position, twice.'],
  leverage: ['What leverage does', 'A plan with leverage moves more, and its fee with it.'],
  withdrawal: ['Taking money out', 'A withdrawal of a plan’s income goes to the bank card.'],
  passkey: ['Signing in', 'A passkey of the phone signs in without a password; a plan needs none.'],
} as const;

test('the texts that fit a question come best first: by telling words, rare ones and those of a title above all', () => {
  expect(suggested(english, 'WITHDRAWAL, when?')).toEqual(['withdrawal']);
  // Each is of two texts; in a title it counts more.
  expect(suggested(english, 'leverage, password')).toEqual(['leverage', 'passkey']);
  // What every text has says nothing.
  expect(suggested(english, 'plan')).toEqual([]);
  expect(suggested(english, 'fee, twice')).toEqual(['fees', 'leverage']);
  expect(suggested(english, '?!')).toEqual([]);
});

test('three texts at most are suggested, for what stands at the beginning of a question', () => {
  const many = Object.fromEntries(
    Array.from({ length: 9 }, (_, n) => [`t${n}`, ['', n < 4 ? 'apples' : 'x']]),
  ) as never;
  expect(suggested(many, 'apples')).toHaveLength(3);
  expect(suggested(english, `${'x '.repeat(200)}withdrawal`)).toEqual([]);
});

test('words of a language without spaces, and with marks, are found', () => {
  const chinese = { out: ['提现', '提现需要银行卡。'], plan: ['计划', '计划的费用。'] } as const;
  expect(suggested(chinese, '我的银行在哪里？', 'zh')).toEqual(['out']);
  const vietnamese = { rule: ['Quy tắc', 'Quy tắc của kế hoạch.'], other: ['Thẻ', 'Thẻ ngân hàng.'] } as const;
  expect(suggested(vietnamese, 'QUY TẮC là gì?', 'vnf')).toEqual(['rule']);
});
