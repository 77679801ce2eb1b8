import { expect, test } from 'vitest';
import { type CauseTexts, isCause } from './causes.ts';
import { causeLocales, isPlainText, isReceipt } from './disbursements.ts';
import { tierPoints } from './tiers.ts';

const texts = (name: string, about: string): CauseTexts => ({
  en: { name, about },
  zh: { name, about },
  tc: { name, about },
  jp: { name, about },
});

test('a cause has a name of 2 to 60 characters and a text of 2 to 300, in each of its languages', () => {
  const sound = (name: number, about: number): boolean =>
    isCause({ id: 'books', texts: texts('n'.repeat(name), 'a'.repeat(about)) });
  expect([sound(1, 2), sound(2, 2), sound(60, 2), sound(61, 2)]).toEqual([false, true, true, false]);
  expect([sound(2, 1), sound(2, 300), sound(2, 301)]).toEqual([false, true, false]);
  for (const locale of causeLocales) {
    const lacking = { ...texts('Books', 'For schools'), [locale]: { name: 'Books', about: '' } };
    expect(isCause({ id: 'books', texts: lacking }), locale).toBe(false);
  }
});

test('the id of a cause is lower case, 2 to 40 characters, and begins with a letter', () => {
  const isId = (id: string): boolean => isCause({ id, texts: texts('Books', 'For schools') });
  expect(['a1', 'clean-water', 'a'.repeat(40)].map(isId)).toEqual([true, true, true]);
  const not = ['a', '1a', '-a', 'Books', 'a b', 'a_b', '', 'a'.repeat(41), 'books\n'];
  expect(not.filter(isId)).toEqual([]);
});

test('a plain text is one line without control characters or spaces around it', () => {
  const not = [
    ' a text',
    'a text ',
    'a\ntext',
    'a\ttext',
    'a\u0000text',
    'a\u2028text',
    'a\u2029text',
    'a\ud800text',
    '',
  ];
  expect(not.filter((text) => isPlainText(text, 1, 100))).toEqual([]);
  expect(isPlainText('Bücher für 学校 🎒', 1, 100)).toBe(true);
  expect([2, 3, 500, 501].map((length) => isReceipt('r'.repeat(length)))).toEqual([false, true, true, false]);
});

test('the three tiers move 10, 50 and 200 points', () => {
  expect(tierPoints).toEqual({ 1: 10, 2: 50, 3: 200 });
});
