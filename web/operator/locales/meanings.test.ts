import { expect, test } from 'vitest';
import { consoleLocales, loadTexts } from '../locale.ts';
import { deskMeanings } from './meanings-of-desk.fixture.ts';
import { memberMeanings } from './meanings-of-members.fixture.ts';
import { moneyMeanings } from './meanings-of-money.fixture.ts';

const groups = [...memberMeanings, ...moneyMeanings, ...deskMeanings];

test.each(consoleLocales)(
  'in %s each state, act and label says what it means, and nothing of its kind says the same',
  async (locale) => {
    const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = await loadTexts[locale]();
    const textOf = (path: string): string => {
      const dot = path.indexOf('.');
      return texts[path.slice(0, dot)]?.[path.slice(dot + 1)] ?? '';
    };
    const place = consoleLocales.indexOf(locale);
    for (const group of groups) {
      for (const [key, ...words] of group) {
        const meant = new RegExp(words[place] ?? key);
        const saying = group.map(([other]) => other).filter((other) => meant.test(textOf(other)));
        expect(saying, `${meant} in the texts of ${locale}`).toEqual([key]);
      }
    }
  },
);
