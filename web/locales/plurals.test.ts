import { expect, test } from 'vitest';
import { languageTags } from '#contract/locale.ts';
import { givingTexts } from '#web/features/donations/giving-texts.ts';
import { consoleLocales, loadTexts } from '#web/operator/locale.ts';
import { languages } from '#web/platform/i18n/registry.ts';
import { serverTexts } from './server-texts.fixture.ts';

test('every plural has exactly the forms that its language tells apart', async () => {
  for (const { locale, key, text } of await allTexts()) {
    const forms = [...text.matchAll(/{\w+, plural, ([^{}]*{[^{}]*}[^{}]*)+}/g)].map(([plural]) =>
      [...plural.matchAll(/(\w+) {/g)].map(([, category]) => category),
    );
    for (const categories of forms) expect([locale, key, categories]).toEqual([locale, key, categoriesOf(locale)]);
  }
});

test('a language that tells one from many has a plural wherever a count stands before what it counts', async () => {
  const several = (await allTexts()).filter(({ locale }) => categoriesOf(locale).length > 1);
  expect(several.length).toBeGreaterThan(500);
  expect(several.filter(({ text }) => countsWithoutPlural(text)).map(({ key }) => key)).toEqual(noCounts);
});

test('a count before a bare noun in the plural is found, and a verb or a measure is not', () => {
  const faulty = [
    'You have {count} plans running',
    '{done} of {total} rounds closed',
    'Approved by {count} people',
    'It takes {points} assistance points: a check-in earns them',
    '{count} more differences',
  ];
  expect(faulty.filter((text) => !countsWithoutPlural(text))).toEqual([]);
  const right = [
    '{count, plural, one {# plan} other {# plans}} running',
    '{name} invites you',
    'Try again in {seconds} s',
    '{days}-day term',
    'Answers of 30 days: {count}. Members waiting: {waiting}',
  ];
  expect(right.filter(countsWithoutPlural)).toEqual([]);
});

/** Texts in which a share, an amount or a measure stands before the noun. */
const noCounts = ['plans.histogram', 'errors.imageTooManyPixels', 'deposits.sendTo', 'rounds.bandText'];

/** Words in -s that follow a value and are not what it counts. */
const notCounted = new Set(
  'across afterwards always as counts does has invites is its less matches members pays says takes this was yours'.split(
    ' ',
  ),
);

/** Whether a placeholder that is no plural stands at most two words before a noun in the plural. */
function countsWithoutPlural(text: string): boolean {
  const bare = text.replace(/{\w+, plural, (?:\w+ {[^{}]*} ?)+}/g, '§');
  return [...bare.matchAll(/{\w+}(?= ((?:[a-z]+ ){0,2}[a-z]+))/g)].some(([, after = '']) =>
    after.split(' ').some((word) => (word.endsWith('s') && word !== 's' && !notCounted.has(word)) || word === 'people'),
  );
}

interface Worded {
  readonly locale: keyof typeof languageTags;
  readonly key: string;
  readonly text: string;
}

/** Every text that `fill` is given: the app's with the members' refusals, the server's others, the giving pages' and the console's. */
async function allTexts(): Promise<readonly Worded[]> {
  const catalogues = await Promise.all(
    languages.map(async ({ locale, load, loadMore }) => ({
      locale,
      sections: { ...(await load()), ...(await loadMore()), ...serverTexts[locale] },
    })),
  );
  const consoles = await Promise.all(
    consoleLocales.map(async (locale) => ({ locale, sections: await loadTexts[locale]() })),
  );
  return [
    ...[...catalogues, ...consoles].flatMap(({ locale, sections }) =>
      Object.entries(sections).flatMap(([section, texts]) => worded(locale, section, texts)),
    ),
    ...Object.entries(givingTexts).flatMap(([locale, texts]) => worded(locale, 'giving', texts)),
  ];
}

function worded(locale: string, section: string, texts: Readonly<Record<string, string>>): readonly Worded[] {
  return Object.entries(texts).map(([name, text]) => ({
    locale: locale as Worded['locale'],
    key: `${section}.${name}`,
    text,
  }));
}

function categoriesOf(locale: Worded['locale']): readonly string[] {
  return new Intl.PluralRules(languageTags[locale]).resolvedOptions().pluralCategories.toSorted();
}
