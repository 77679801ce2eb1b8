import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '#web/platform/api/query-client.ts';
import { session } from '#web/platform/session/session.ts';
import { markupOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { Page as BillPage } from './bill-record.tsx';
import { Page as NoticesPage } from './notices.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
});

const signIn = () => vi.spyOn(session, 'username').mockReturnValue('satoshi7');

test('a visitor reads notices, a member the own notifications as well, of all topics at first', () => {
  expect(wordsOf(<NoticesPage />)).toMatch(/^Notices/);
  expect(wordsOf(<NoticesPage />)).not.toContain('For you');
  signIn();
  expect(wordsOf(<NoticesPage />)).toMatch(/^Notifications PAPER For you Notices All Plans /);
});

test('the bill is that of the record in the address, and waits for it; without one there are the records', () => {
  signIn();
  const path = '/billRecord?transfer=1KDVDWMC0SXVXCS8';
  expect(wordsOf(<BillPage />, path)).not.toContain('Financial Records');
  expect(markupOf(<BillPage />, path)).toContain('_skeleton_');
  expect(markupOf(<BillPage />, path)).not.toContain('role="alert"');
  expect(wordsOf(<BillPage />, '/billRecord')).toMatch(/^Financial Records /);
});
