import { expect, test } from 'vitest';
import { misleadingTexts } from '#web/platform/i18n/meaning.fixture.ts';
import { languages } from '#web/platform/i18n/registry.ts';
import { accountMeanings } from './meanings-of-account.fixture.ts';
import { answerMeanings } from './meanings-of-answers.fixture.ts';
import { balanceMeanings } from './meanings-of-balances.fixture.ts';
import { communityMeanings } from './meanings-of-community.fixture.ts';
import { planMeanings } from './meanings-of-plans.fixture.ts';
import { roundMeanings } from './meanings-of-rounds.fixture.ts';
import { transferMeanings } from './meanings-of-transfers.fixture.ts';
import { serverTexts } from './server-texts.fixture.ts';

const groups = [
  ...planMeanings,
  ...balanceMeanings,
  ...transferMeanings,
  ...accountMeanings,
  ...communityMeanings,
  ...roundMeanings,
  ...answerMeanings,
];

const columns = ['en', 'thai', 'vnf', 'tc', 'zh', 'jp'];

test.each(languages)(
  'in $name each state, act and label says what it means, and nothing of its kind says the same',
  async ({ locale, load, loadMore }) => {
    const texts = { ...(await load()), ...(await loadMore()), ...serverTexts[locale] };
    expect(misleadingTexts(groups, columns.indexOf(locale), texts)).toEqual([]);
  },
);
