import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { DocumentEntry } from '#contract/content.ts';
import { session } from '#web/platform/session/session.ts';
import { markupOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { ArticleList } from './article-list.tsx';
import { DocumentState } from './document-list.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => vi.restoreAllMocks());

const at = (day: number): number => new Date(2026, 4, day, 10).getTime();

test('a document says to a member which version was accepted when, and to a visitor when it was published', () => {
  const entry = { id: 'terms', title: 'Terms', version: 3, publishedAt: at(1), accepted: null } as DocumentEntry;
  const state = (accepted: DocumentEntry['accepted']) => wordsOf(<DocumentState entry={{ ...entry, accepted }} />);
  expect(state(null)).toBe('Published May 1, 10:00');
  vi.spyOn(session, 'username').mockReturnValue('satoshi7');
  expect(state(null)).toBe('Not accepted yet');
  expect(state({ version: 3, acceptedAt: at(2) })).toBe('Version 3 accepted May 2, 10:00');
  expect(state({ version: 2, acceptedAt: at(2) })).toBe(
    'You accepted version 2 on May 2, 10:00. There is a newer one.',
  );
});

test('short texts stand in full, each with its picture where it has one', () => {
  const articles = [{ id: 'fees', title: 'Fees', blocks: [] }] as never;
  const plain = <ArticleList articles={articles} wanted={null} />;
  expect(wordsOf(plain)).toBe('Fees');
  expect(markupOf(plain)).not.toContain('<svg');
  const pictured = <ArticleList articles={articles} wanted={null} picture={() => 'wallet'} />;
  expect(wordsOf(pictured)).toBe('Fees');
  expect(markupOf(pictured)).toContain('<svg');
});
