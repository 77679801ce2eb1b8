import { expect, test } from 'vitest';
import { misleadingTexts } from '#web/platform/i18n/meaning.fixture.ts';
import { consoleLocales, loadTexts } from '../locale.ts';
import { deskMeanings } from './meanings-of-desk.fixture.ts';
import { memberMeanings } from './meanings-of-members.fixture.ts';
import { moneyMeanings } from './meanings-of-money.fixture.ts';

const groups = [...memberMeanings, ...moneyMeanings, ...deskMeanings];

const columns = ['en', 'zh', 'tc'];

test.each(consoleLocales)(
  'in %s each state, act and label says what it means, and nothing of its kind says the same',
  async (locale) => {
    expect(misleadingTexts(groups, columns.indexOf(locale), await loadTexts[locale]())).toEqual([]);
  },
);
