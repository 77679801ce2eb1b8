import { afterEach, beforeAll, expect, test } from 'vitest';
import { chatUnreadStore } from '#web/platform/unread.ts';
import { markupOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { FloatingButtons } from './floating-buttons.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => chatUnreadStore.set(0));

test('the way to customer service counts unread messages, up to nine', () => {
  const shown = (unread: number) => {
    chatUnreadStore.set(unread);
    return [
      wordsOf(<FloatingButtons />),
      /aria-label="(Customer service[^"]*)"/.exec(markupOf(<FloatingButtons />))?.[1],
    ];
  };
  expect(shown(0)).toEqual(['', 'Customer service']);
  expect(shown(1)).toEqual(['1', 'Customer service, 1 unread']);
  expect(shown(9)).toEqual(['9', 'Customer service, 9 unread']);
  expect(shown(10)).toEqual(['9+', 'Customer service, 10 unread']);
});
