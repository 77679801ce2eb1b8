import { afterEach, beforeAll, expect, test } from 'vitest';
import { actsPerPage, listOperatorActs } from '#contract/operators-log.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answer, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { chooseConsoleLocale } from '../locale.ts';
import { Log } from './log.tsx';

beforeAll(async () => {
  await useLanguage('en');
  await chooseConsoleLocale('en');
});
afterEach(() => queryClient.clear());

const actsOf = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    ...{ id: String(1_000 - place), operator: 'anna', role: 'owner' as const, act: 'operatorEnded' as const },
    ...{ subject: 'operator bert', member: null, reason: 'left', detail: {}, position: null, hash: null },
    at: Date.UTC(2026, 4, 1),
  }));

test('a full page of the log leads to the next one, a shorter one is the last', () => {
  answer(listOperatorActs, {}, actsOf(actsPerPage));
  expect(wordsOf(<Log />)).toContain('Next page');
  answer(listOperatorActs, {}, actsOf(actsPerPage - 1));
  const words = wordsOf(<Log />);
  expect(words).toContain('anna');
  expect(words).not.toContain('Next page');
});
