// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test } from 'vitest';
import {
  discardDraft,
  type EditedContent,
  type EditedText,
  getContent,
  getContentVersion,
  listContentFigures,
  publishContent,
  putBackContent,
  saveDraft,
  withdrawContent,
} from '#contract/content-operators.ts';
import {
  closePasswordRequests,
  listEndedRecoveries,
  listOpenRecoveries,
  listPasswordRequests,
} from '#contract/identity-operators.ts';
import { locales } from '#contract/locale.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { forgetKeptState } from '../ui/kept-state.ts';
import { ContentEditor } from './content-editor.tsx';
import { Recoveries } from './recoveries.tsx';

beforeAll(useConsoleInEnglish);
afterEach(forgetKeptState);

const textOf = (locale: EditedText['locale'], title: string): EditedText => ({
  ...{ locale, title, body: `${title} body`, blocks: [], problems: [] },
});
const hash = (digit: string) => digit.repeat(64);
const drafted = (title: string, digit: string): EditedContent => {
  const texts = locales.map((locale) => textOf(locale, title));
  return {
    ...{ kind: 'help', id: 'fees', isWithdrawn: false, published: texts },
    versions: [{ version: 1, publishedBy: null, publishedAt: null, reason: '' }],
    draft: { hash: hash(digit), savedBy: 'bert', savedAt: 0, texts },
  };
};

test('what is decided is what was shown when the dialog opened, also where a colleague saves another draft behind it', async () => {
  const server = operatorServer('support');
  server.answer(listContentFigures, []);
  server.answer(getContent, drafted('Fees', 'a'));
  server.refuse(publishContent, 'draftChanged', 'Another draft was saved meanwhile.');
  server.refuse(discardDraft, 'draftChanged', 'Another draft was saved meanwhile.');
  const page = mountDesk(<ContentEditor kind="help" id="fees" />);
  await expect.poll(() => page.hasButton('Publish')).toBe(true);
  await page.press('Publish');
  server.answer(getContent, drafted('Costs', 'b'));
  await queryClient.invalidateQueries();
  await expect.poll(page.words).toContain('Costs');
  await page.write('Reason', 'as read');
  await page.confirm('Publish');
  const sent = () => [publishContent, discardDraft].map((act) => server.requestsTo(act).at(-1)?.fields.hash);
  await expect.poll(sent).toEqual([hash('a'), undefined]);
  await page.confirm('Cancel');
  await page.press('Throw the draft away');
  server.answer(getContent, drafted('Prices', 'c'));
  await queryClient.invalidateQueries();
  await expect.poll(page.words).toContain('Prices');
  await page.confirm('Throw the draft away');
  await expect.poll(sent).toEqual([hash('a'), hash('b')]);
});

test('the refusal is said where the draft is gone, and its dialog with it, until another draft is saved', async () => {
  const server = operatorServer('support');
  server.answer(listContentFigures, []);
  server.refuse(publishContent, 'draftChanged', 'Another draft was saved meanwhile.');
  server.refuse(discardDraft, 'draftChanged', 'There is another draft now.');
  const page = mountDesk(<ContentEditor kind="help" id="fees" />);
  for (const [label, refusal] of [
    ['Publish', 'Another draft was saved meanwhile.'],
    ['Throw the draft away', 'There is another draft now.'],
  ] as const) {
    server.answer(getContent, drafted('Fees', 'a'));
    await queryClient.invalidateQueries();
    await expect.poll(() => page.hasButton(label)).toBe(true);
    await page.press(label);
    if (label === 'Publish') await page.write('Reason', 'as read');
    server.answer(getContent, { ...drafted('Fees', 'a'), draft: null });
    await page.confirm(label);
    await expect.poll(() => page.hasButton(label)).toBe(false);
    await expect.poll(page.alerts).toEqual([refusal]);
    await page.write('Title', 'Costs');
    server.answer(saveDraft, drafted('Costs', 'b'));
    await page.press('Save the draft');
    await expect.poll(() => server.requestsTo(saveDraft).at(-1)?.fields.title).toBe('Costs');
    await expect.poll(page.alerts).toEqual([]);
  }
});

test('what a colleague publishes behind the dialog that publishes, takes away or puts back is not what was seen', async () => {
  const server = operatorServer('support');
  const shown = drafted('Fees', 'a');
  const later = { version: 2, publishedBy: 'bert', publishedAt: 0, reason: 'corrected' };
  server.answer(listContentFigures, []);
  server.answer(getContentVersion, []);
  const page = mountDesk(<ContentEditor kind="help" id="fees" />);
  for (const [label, operation] of [
    ['Publish', publishContent],
    ['Withdraw', withdrawContent],
    ['Put this version back', putBackContent],
  ] as const) {
    server.answer(getContent, shown);
    if (operation === putBackContent) await page.press('Show');
    server.refuse(operation, 'contentChanged', 'Another version was published.');
    await queryClient.invalidateQueries();
    await expect.poll(() => page.hasButton(label) && !page.words().includes('corrected')).toBe(true);
    await page.press(label);
    server.answer(getContent, { ...shown, versions: [later, ...shown.versions] });
    await queryClient.invalidateQueries();
    await expect.poll(page.words).toContain('corrected');
    await page.write('Reason', 'as read');
    await page.confirm(label);
    await expect.poll(() => server.requestsTo(operation).at(-1)?.fields.newest).toBe('1');
    await page.confirm('Cancel');
  }
});

test('requests for a password are closed as they were shown when the dialog opened: one that comes in behind it stays', async () => {
  const server = operatorServer('support');
  const asked = {
    ...{ member: '5555222233334444', username: 'xia', requests: 2, firstAskedAt: 1_000, lastAskedAt: 2_000 },
    ...{ lapsesAt: 9_000, isBeingRecovered: false },
  };
  server.answer(listOpenRecoveries, []);
  server.answer(listEndedRecoveries, []);
  server.answer(listPasswordRequests, [asked]);
  server.answer(closePasswordRequests, { closed: 2 });
  const page = mountDesk(<Recoveries />);
  await expect.poll(() => page.rows('Requests for a new login password')[0]?.[1]).toBe('2');
  await page.press('Close');
  server.answer(listPasswordRequests, [{ ...asked, requests: 3, lastAskedAt: 3_000 }]);
  await queryClient.invalidateQueries();
  await expect.poll(() => page.rows('Requests for a new login password')[0]?.[1]).toBe('3');
  await page.confirm('Close');
  await expect.poll(() => server.requestsTo(closePasswordRequests).at(-1)?.fields.through).toBe('2000');
});
