import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { locales } from '#contract/locale.ts';
import { consoleLocales, loadTexts } from '#web/operator/locale.ts';
import { linesOf, pages, textsOf } from './all-texts.ts';

/*
 * A translation is true of the English text that it was made from. Each digest here is of both, so that a change of either fails until
 * somebody who reads that language has compared them and written the new one: CONTRIBUTING.md, "Text in six languages".
 */

const digest = (texts: unknown): string => hash('sha256', JSON.stringify(texts)).slice(0, 10);

const digests = (english: Readonly<Record<string, unknown>>, own: Readonly<Record<string, unknown>>): string =>
  Object.keys(english)
    .toSorted()
    .map((section) => `${section} ${digest([english[section], own[section]])}`)
    .join('\n');

test.for(locales)('the texts of the app in %s are as they were read last', async (locale) => {
  expect(digests({ ...(await textsOf('en')) }, { ...(await textsOf(locale)) })).toMatchSnapshot();
});

test.for(consoleLocales)('the texts of the console in %s are as they were read last', async (locale) => {
  expect(digests({ ...(await loadTexts.en()) }, { ...(await loadTexts[locale]()) })).toMatchSnapshot();
});

test.for(locales)('the pages in %s are as they were read last', (locale) => {
  const read = (own: typeof locale) => Object.fromEntries(pages.map((page) => [page, linesOf(page, own)]));
  expect(digests(read('en'), read(locale))).toMatchSnapshot();
});
