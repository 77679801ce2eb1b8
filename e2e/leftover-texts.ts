import type { Page } from '@playwright/test';
import type { Locale } from '#contract/locale.ts';
import { languages } from '#web/platform/i18n/registry.ts';

/** A language's texts by key. */
export async function wordingsOf(wanted: Locale): Promise<ReadonlyMap<string, string>> {
  const language = languages.find(({ locale }) => locale === wanted);
  const catalogue = { ...(await language?.load()), ...(await language?.loadMore()) };
  return new Map(
    Object.entries(catalogue).flatMap(([section, texts]) =>
      Object.entries(texts).map(([key, text]): [string, string] => [`${section}.${key}`, text]),
    ),
  );
}

/** English texts on the screen for which the language has a translation, and raw text keys. */
export async function leftovers(
  page: Page,
  english: ReadonlyMap<string, string>,
  own: ReadonlyMap<string, string>,
): Promise<string[]> {
  const ownTexts = new Set(own.values());
  const foreign = [...english.values()].filter((text) => /[a-z]{3}/i.test(text) && !ownTexts.has(text));
  return page.evaluate(
    ({ foreign, keys }) => {
      const wrong = new Set([...foreign, ...keys]);
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = new Set<string>();
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = (node.textContent ?? '').trim();
        if (wrong.has(text)) found.add(text);
      }
      for (const { ariaLabel, title } of document.querySelectorAll<HTMLElement>('[aria-label], [title]')) {
        for (const label of [ariaLabel, title]) if (label && wrong.has(label)) found.add(label);
      }
      return [...found];
    },
    { foreign, keys: [...english.keys()] },
  );
}
