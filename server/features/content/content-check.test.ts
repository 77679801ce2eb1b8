import { expect, test } from 'vitest';
import type { TextProblem } from '#contract/content-operators.ts';
import { type Locale, locales } from '#contract/locale.ts';
import { usdt } from '#core/money/amount.ts';
import { textProblems } from './content-check.ts';
import { readContent, type WrittenContent, type WrittenText } from './content-folder.ts';
import type { ContentKind } from './content-tables.ts';
import { publishedFigures } from './published-figures.ts';

const deposits = { minimum: usdt(100_000_000n), maximum: usdt(500_000_000n), confirmationsNeeded: 6 };
const noResults = { coins: 0, starts: 0, lost: 0, coinsMostlyLost: 0 };
const known = new Set(publishedFigures(Date.UTC(2026, 0, 1), deposits, noResults).keys());

/** The sentences of the problems, for those who write files. */
const sentences: Readonly<Record<TextProblem['problem'], (near: string) => string>> = {
  empty: () => 'there is nothing below its title',
  tooLong: () => 'it is too long',
  markup: () => 'it has markup in it, which is shown as it is written',
  strayBlock: () => 'a line begins like a block and is none',
  otherBlocks: (near) => `its blocks are not those of en.md (${near})`,
  otherCode: (near) => `its code has other names, numbers or signs than that of en.md (${near})`,
  unknownFigure: (near) => `there is no figure {${near}}`,
  brace: () => 'a brace stands alone',
  bareNumber: (near) => `a number outside a placeholder: "${near}"`,
  otherFigures: () => 'its placeholders are not those of en.md',
};

/** The problems of a text as sentences; empty without any. */
function contentProblems({ kind, name, texts }: Pick<WrittenContent, 'kind' | 'name' | 'texts'>): string[] {
  const english = texts.get('en');
  if (!english) return [`${kind}/${name}: there is no English text`];
  return locales.flatMap((locale) => {
    const text = texts.get(locale);
    if (!text) return [`${kind}/${name}: ${locale}.md is missing`];
    const problems = textProblems(kind, text, english, known);
    return problems.map(({ problem, near }) => `${kind}/${name}/${locale}.md: ${sentences[problem](near)}`);
  });
}

test('the stored texts are complete in six languages, with the same blocks and placeholders in each', () => {
  const contents = readContent();
  expect(contents.length).toBeGreaterThan(20);
  expect(contents.flatMap((content) => contentProblems(content))).toEqual([]);
});

test('no two texts of a kind share a name or a place', () => {
  const contents = readContent();
  const names = contents.map(({ kind, name }) => `${kind} ${name}`);
  const places = contents.map(({ kind, place }) => `${kind} ${place}`);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(places).size).toBe(places.length);
});

/** Words that stand beside the one that the glossary (web/locales/GLOSSARY.md) has for a thing. */
const strayWords: Readonly<Partial<Record<Locale, RegExp>>> = { vnf: /rút thăm/i };

test('a text has the glossary’s word for a thing', () => {
  const strays = readContent().flatMap(({ kind, name, texts }) =>
    Array.from(texts)
      .filter(([locale, { title, body }]) => strayWords[locale]?.test(`${title} ${body}`))
      .map(([locale]) => `${kind}/${name}/${locale}.md`),
  );
  expect(strays).toEqual([]);
});

test('every link to a help text leads to one', () => {
  const contents = readContent();
  const links = contents.flatMap(({ kind, name, texts }) =>
    Array.from(texts).flatMap(([locale, { body }]) =>
      Array.from(body.matchAll(/^=> \/faq\?id=(\S+)/gm), ([, id]) => ({ from: `${kind}/${name}/${locale}`, id })),
    ),
  );
  const ids = new Set(contents.filter(({ kind }) => kind === 'help').map(({ name }) => name));
  expect(links.length).toBeGreaterThan(3);
  expect(links.filter(({ id }) => !ids.has(id ?? ''))).toEqual([]);
});

const english = {
  title: 'A title',
  body: 'Rounds last {plan.candleMinutes} minutes.\n\n- one\n- two\n\n=> /rule Rules',
};
const good = (changes: Partial<Record<Locale, Partial<typeof english>>> = {}): ReadonlyMap<Locale, WrittenText> =>
  new Map(locales.map((locale) => [locale, { ...english, ...changes[locale], hash: '' }]));
const problemsOf = (texts: ReadonlyMap<Locale, WrittenText>, kind: ContentKind = 'help') =>
  contentProblems({ kind, name: 'a-text', texts });

test('a text without a fault has no problem', () => {
  expect(problemsOf(good())).toEqual([]);
});

test('each fault of a text is named with its file', () => {
  const { body } = english;
  const faults: readonly (readonly [Partial<typeof english>, string])[] = [
    [{ body: body.replace('{plan.candleMinutes}', '5') }, 'a number outside a placeholder'],
    [{ body: body.replace('{plan.candleMinutes}', '๕') }, 'a number outside a placeholder'],
    [{ body: body.replace('- one\n- two', '1. for 5 hours\n2. two') }, 'a number outside a placeholder: "for 5 hours"'],
    [{ body: body.replace('{plan.candleMinutes}', '{plan.nothing}') }, 'there is no figure {plan.nothing}'],
    [{ body: body.replace('{plan.candleMinutes}', 'some') }, 'its placeholders are not those of en.md'],
    [{ body: `${body} {` }, 'a brace stands alone'],
    [{ body: body.replace('/rule', 'https://example.org') }, 'a line begins like a block and is none'],
    [{ body: body.replace('- one', '# one') }, 'its blocks are not those of en.md'],
    [{ body: body.replace('=> /rule', '=> /faq') }, 'its blocks are not those of en.md'],
    [{ body: `${body}\n<script>alert()</script>` }, 'it has markup in it'],
    [{ body: '' }, 'there is nothing below its title'],
    [{ title: 'x'.repeat(201) }, 'it is too long'],
  ];
  for (const [change, problem] of faults) {
    const found = problemsOf(good({ vnf: change }));
    expect(found.join('\n')).toContain(`help/a-text/vnf.md: ${problem}`);
  }
});

test('code is told in the language of its text, with the same names, numbers and signs in each line', () => {
  const code = `${english.body}\n\n| the income = trunc(amount * 2), of "paid"\n| maximumLoss {plan.candleMinutes}\n| and no more`;
  const others = (from: string, to: string) => {
    const texts = locales.map((locale) => [locale, { body: locale === 'jp' ? code.replace(from, to) : code }] as const);
    return problemsOf(good(Object.fromEntries(texts)));
  };
  expect(others('the income', '収益')).toEqual([]);
  for (const [from, to] of [
    ['2', '3'],
    ['*', '+'],
    ['"paid"', '"void"'],
    ['maximumLoss', '最大損失'],
    ['\n| max', ' max'],
    ['\n| and no more', ''],
    ['| and no more', '| and no more\n| at all'],
  ] as const) {
    expect(others(from, to), to).toEqual([expect.stringContaining('its code has other names, numbers or signs')]);
  }
});

test('a missing language is named, and without English nothing else is checked', () => {
  const texts = new Map(good());
  texts.delete('jp');
  expect(problemsOf(texts)).toEqual(['help/a-text: jp.md is missing']);
  texts.delete('en');
  expect(problemsOf(texts)).toEqual(['help/a-text: there is no English text']);
});

test('documents and notices have their numbers written out', () => {
  const texts = good(Object.fromEntries(locales.map((locale) => [locale, { body: 'You are 18 {or} older.' }])));
  expect(problemsOf(texts, 'document')).toEqual([]);
  expect(problemsOf(texts, 'help')).not.toEqual([]);
});
