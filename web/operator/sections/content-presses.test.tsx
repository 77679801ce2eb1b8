// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  discardDraft,
  type EditedContent,
  type EditedText,
  getContent,
  getContentVersion,
  listContent,
  listContentFigures,
  publishContent,
  putBackContent,
  saveDraft,
  withdrawContent,
} from '#contract/content-operators.ts';
import { locales } from '#contract/locale.ts';
import { actFor, mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { chooseConsoleLocale } from '../locale.ts';
import { forgetKeptState } from '../ui/kept-state.ts';
import { Content } from './content.tsx';
import { ContentEditor } from './content-editor.tsx';
import { ContentFigures } from './content-figures.tsx';

/** What is read again is read because of an act, and not because some seconds have passed. */
vi.mock('../queries/refresh.ts', () => ({ refreshMs: 3_600_000 }));

beforeAll(useConsoleInEnglish);
afterEach(forgetKeptState);

const at = Date.UTC(2026, 4, 1);
const hash = (digit: string) => digit.repeat(64);

const textOf = (locale: EditedText['locale'], title: string): EditedText => ({
  ...{ locale, title, body: `${title} body`, blocks: [{ kind: 'paragraph', text: [`${title} shown`] }], problems: [] },
});

const published = locales.map((locale) => textOf(locale, `Fees ${locale}`));

const content: EditedContent = {
  ...{ kind: 'help', id: 'fees', isWithdrawn: false, published, draft: null },
  versions: [
    { version: 2, publishedBy: 'bert', publishedAt: at, reason: 'clearer' },
    { version: 1, publishedBy: null, publishedAt: null, reason: '' },
  ],
};

const drafted = (texts: readonly EditedText[], digit: string): EditedContent => ({
  ...{ ...content, draft: { hash: hash(digit), savedBy: 'anna', savedAt: at, texts: [...texts] } },
});

function editors(shown: EditedContent = content) {
  const server = operatorServer('support');
  server.answer(getContent, shown);
  server.answer(listContentFigures, []);
  return server;
}

const editor = <ContentEditor kind="help" id="fees" />;
/** The fields of the languages stand in their order. */
const titles = (page: ReturnType<typeof mountDesk>) => [
  ...page.container.querySelectorAll<HTMLInputElement>('input[name^=title-]'),
];

test('the list leads to each text, says what is missing, and another kind to its own list', async () => {
  const server = operatorServer('support');
  const entry = { id: 'fees', title: 'Fees', version: 3, isWithdrawn: false, missing: ['jp' as const], draft: null };
  const begun = { ...entry, id: 'begun', title: '', version: null, isWithdrawn: true, missing: [] };
  server.answer(listContent, [entry, { ...begun, draft: { savedBy: 'anna', savedAt: at, missing: [] } }]);
  const page = mountDesk(<Content />, '/operator/content/tip');
  await expect
    .poll(() => page.rows('Tips'))
    .toEqual([
      ['Fees', '3', 'No', '日本語', ''],
      ['begun', 'Not published', 'Yes', '', 'Draft saved by anna'],
    ]);
  expect([...page.container.querySelectorAll('a')].map((one) => one.getAttribute('href'))).toEqual([
    ...['/operator/content/tip.fees', '/operator/content/tip.begun'],
  ]);
  expect(server.requestsTo(listContent)[0]?.fields).toEqual({ kind: 'tip' });
  await page.choose('Kind', 'document');
  expect(page.went).toEqual(['/operator/content/document']);
  // Titles are in the language of the call: that of another one is read for itself.
  server.answer(listContent, [{ ...entry, title: '费用' }]);
  await act(() => chooseConsoleLocale('zh'));
  await expect.poll(() => page.container.querySelector('table a')?.textContent).toBe('费用');
  await act(() => chooseConsoleLocale('en'));
});

test('a text is begun with an id and its English title, a notice without an id, and a document never', async () => {
  const server = editors();
  server.answer(listContent, []);
  server.answer(saveDraft, { ...content, id: 'new-fees' });
  const page = mountDesk(<Content />, '/operator/content');
  await page.write('Title in English', 'New fees');
  expect(page.button('Begin a draft').disabled).toBe(true);
  await page.write('Id', 'new-fees');
  await page.write('Title in English', '  ');
  await page.press('Begin a draft');
  expect(server.requestsTo(saveDraft)).toEqual([]);
  await page.write('Title in English', 'New fees');
  server.refuse(saveDraft, 'draftChanged', 'The draft has changed');
  await page.press('Begin a draft');
  await expect.poll(page.alerts).toEqual(['The draft has changed']);
  server.answer(saveDraft, { ...content, id: 'new-fees' });
  await page.press('Begin a draft');
  await expect.poll(() => page.went).toEqual(['/operator/content/help.new-fees']);
  expect(server.requestsTo(saveDraft)[1]?.fields).toEqual({
    ...{ kind: 'help', id: 'new-fees', locale: 'en', title: 'New fees', body: '', hash: '' },
  });
  page.unmount();
  server.answer(saveDraft, { ...content, kind: 'notice', id: '0000000000000007' });
  const notice = mountDesk(<Content />, '/operator/content/notice');
  await notice.write('Title in English', 'Tonight');
  await notice.press('Begin a draft');
  await expect.poll(() => server.requestsTo(saveDraft).length).toBe(3);
  expect(server.requestsTo(saveDraft)[2]?.fields).toMatchObject({ kind: 'notice', title: 'Tonight' });
  expect(server.requestsTo(saveDraft)[2]?.fields.id).toBeUndefined();
  await expect.poll(() => notice.went).toEqual(['/operator/content/notice.0000000000000007']);
  notice.unmount();
  const document = mountDesk(<Content />, '/operator/content/document');
  await expect.poll(document.words).toContain('No text of this kind.');
  expect(document.hasButton('Begin a draft')).toBe(false);
});

test('what was written is saved language by language, each upon the draft before, and only then published', async () => {
  const server = editors();
  const page = mountDesk(editor);
  await expect.poll(page.words).toContain('There is no draft');
  expect([page.button('Save the draft').disabled, page.hasButton('Publish')]).toEqual([true, false]);
  const english = locales.indexOf('en');
  await page.user.clear(titles(page)[english] as HTMLInputElement);
  await page.user.click(titles(page)[english] as HTMLInputElement);
  await page.user.paste('Costs');
  await page.user.type(page.container.querySelectorAll('textarea')[1] as HTMLTextAreaElement, '!');
  expect(page.words().split('Not saved yet').length - 1).toBe(2);
  const step: { saved: EditedText[]; digit: number } = { saved: [...published], digit: 0 };
  server.answerBy(saveDraft, ({ fields }) => {
    step.saved = step.saved.map((one) =>
      one.locale === fields.locale ? { ...one, title: fields.title ?? '', body: fields.body ?? '' } : one,
    );
    step.digit += 1;
    const next = drafted(step.saved, String(step.digit));
    server.answer(getContent, next);
    return next;
  });
  await page.press('Save the draft');
  await expect.poll(page.toast).toBe('The draft is saved');
  const sent = server.requestsTo(saveDraft).map(({ fields }) => fields);
  expect(sent.map((fields) => fields.hash)).toEqual(['', hash('1')]);
  expect(sent[0]).toEqual({
    ...{ kind: 'help', id: 'fees', locale: 'en', title: 'Costs', body: 'Fees en body', hash: '' },
  });
  expect(sent[1]).toMatchObject({ locale: locales[1], title: `Fees ${locales[1]}`, body: `Fees ${locales[1]} body!` });
  await expect.poll(page.words).toContain('Draft saved by anna');
  await expect.poll(page.words).not.toContain('Not saved yet');
  await expect.poll(() => page.hasButton('Publish')).toBe(true);

  server.refuse(publishContent, 'contentFaulty', 'Nothing was published');
  await actFor(page, 'Publish', 'clearer');
  await expect.poll(page.alerts).toEqual(['Nothing was published']);
  server.answer(publishContent, { id: 'fees', version: 3 });
  await page.confirm('Publish');
  await expect.poll(page.toast).toBe('Published');
  expect([page.went, page.replaced]).toEqual([['/operator/content/help.fees'], ['/operator/content/help.fees']]);
  expect(server.requestsTo(publishContent)[1]?.fields).toEqual({
    ...{ kind: 'help', id: 'fees', hash: hash('2'), newest: '2', reason: 'clearer' },
  });
});

test('a refused save keeps what was written, also of a look elsewhere; a language changed meanwhile is said', async () => {
  const server = editors(drafted(published, 'a'));
  const page = mountDesk(editor);
  await expect.poll(() => page.hasButton('Publish')).toBe(true);
  const field = () => titles(page)[locales.indexOf('en')] as HTMLInputElement;
  await page.user.type(field(), ' now');
  expect(page.hasButton('Publish')).toBe(false);
  server.refuse(saveDraft, 'draftChanged', 'The draft has changed meanwhile');
  const others = published.map((one) => (one.locale === 'en' ? textOf('en', 'Theirs') : one));
  server.answer(getContent, drafted(others, 'b'));
  await page.press('Save the draft');
  await expect.poll(page.alerts).toEqual(['The draft has changed meanwhile']);
  expect(page.toast()).toBe('');
  await expect.poll(() => page.notes().join()).toContain('This language was changed meanwhile');
  page.rerender(<p>another section</p>);
  page.rerender(editor);
  expect(field().value).toBe('Fees en now');
  const second = () => titles(page)[1] as HTMLInputElement;
  await page.user.type(second(), ' too');
  server.answerBy(saveDraft, () => {
    server.refuse(saveDraft, 'draftChanged', 'Nor that one');
    return drafted(published, 'c');
  });
  await page.press('Save the draft');
  await expect.poll(page.alerts).toEqual(['Nor that one']);
  expect(second().value).toBe(`Fees ${locales[1]} too`);
});

test('what is written on while a language is being saved is still to be saved, upon what was', async () => {
  const server = editors();
  const page = mountDesk(editor);
  await expect.poll(page.words).toContain('There is no draft');
  const field = () => titles(page)[locales.indexOf('en')] as HTMLInputElement;
  await page.user.type(field(), ' now');
  const saved = drafted(
    published.map((one) => (one.locale === 'en' ? textOf('en', 'Fees en now') : one)),
    'a',
  );
  const held = server.hold(saveDraft, saved);
  await page.press('Save the draft');
  await page.user.type(field(), ' and then');
  server.answer(getContent, saved);
  held.release();
  await expect.poll(page.words).toContain('Draft saved by anna');
  expect([field().value, page.hasButton('Publish')]).toEqual(['Fees en now and then', false]);
  expect(page.words()).toContain('Not saved yet');
  expect(page.notes().join()).not.toContain('This language was changed meanwhile');
});

test('a draft is thrown away after a question, and a text withdrawn for a reason; a document is not', async () => {
  const server = editors(drafted(published, 'a'));
  server.answer(discardDraft, { id: 'fees' });
  server.answer(withdrawContent, { id: 'fees' });
  const page = mountDesk(editor);
  await expect.poll(() => page.hasButton('Throw the draft away')).toBe(true);
  server.answer(getContent, content);
  const field = () => titles(page)[locales.indexOf('en')] as HTMLInputElement;
  await page.user.type(field(), ' now');
  await page.press('Throw the draft away');
  await page.confirm('Throw the draft away');
  await expect.poll(page.words).toContain('There is no draft');
  expect(server.requestsTo(discardDraft).map(({ fields }) => fields)).toEqual([
    { kind: 'help', id: 'fees', hash: hash('a') },
  ]);
  expect(page.went).toEqual([]);
  await expect.poll(() => field().value).toBe('Fees en');
  server.answer(getContent, { ...content, isWithdrawn: true });
  await actFor(page, 'Withdraw', 'out of date');
  await expect.poll(() => page.notes().join()).toContain('Members do not see this text');
  expect(page.hasButton('Withdraw')).toBe(false);
  expect(server.requestsTo(withdrawContent).map(({ fields }) => fields)).toEqual([
    { kind: 'help', id: 'fees', newest: '2', reason: 'out of date' },
  ]);
  page.unmount();
  server.answer(getContent, { ...drafted(published, 'a'), kind: 'document', id: 'terms' });
  const terms = mountDesk(<ContentEditor kind="document" id="terms" />);
  await expect.poll(() => terms.hasButton('Publish')).toBe(true);
  expect(terms.hasButton('Withdraw')).toBe(false);
  await terms.press('Publish');
  expect(terms.dialog()).toContain('which every member is asked to accept');
});

test('a text that was never published and loses its draft leads back to its list; what is missing and wrong is said', async () => {
  const faulty = { ...textOf('en', 'Costs'), problems: [{ problem: 'bareNumber' as const, near: '12' }] };
  const server = editors({ ...drafted([faulty], 'a'), published: [], versions: [] });
  server.answer(discardDraft, { id: 'fees' });
  const page = mountDesk(editor);
  await expect.poll(page.notes).toContain('A number without a figure’s name: “12”');
  expect(page.notes().some((note) => note.startsWith('Missing: '))).toBe(true);
  expect(page.notes().filter((note) => note === 'This language is missing.')).toHaveLength(locales.length - 1);
  expect(page.words()).toContain('Preview on a phone, EnglishCostsCosts shown');
  expect(page.hasButton('Withdraw')).toBe(false);
  await page.press('Throw the draft away');
  await page.confirm('Throw the draft away');
  await expect.poll(() => page.went).toEqual(['/operator/content/help']);
});

test('an earlier version is shown in its words and put back for a reason', async () => {
  const server = editors();
  server.answer(getContentVersion, [textOf('en', 'Old fees')]);
  server.answer(putBackContent, { id: 'fees', version: 3 });
  const page = mountDesk(editor);
  await expect
    .poll(() => page.rows('Published versions').map((row) => row.toSpliced(2, 1)))
    .toEqual([
      ['2', 'bert', 'clearer', 'Show'],
      ['1', 'Shipped with the app', '', 'Show'],
    ]);
  expect(page.rows('Published versions').map((row) => row[2])).toEqual([expect.stringMatching(/2026/), '']);
  await page.press('Show', 1);
  await expect.poll(page.words).toContain('Old fees shown');
  expect(server.requestsTo(getContentVersion)[0]?.fields).toEqual({ kind: 'help', id: 'fees', version: '1' });
  await actFor(page, 'Put this version back', 'the new one was wrong');
  await expect.poll(page.toast).toBe('Published');
  expect(server.requestsTo(putBackContent).map(({ fields }) => fields)).toEqual([
    { kind: 'help', id: 'fees', version: '1', newest: '2', reason: 'the new one was wrong' },
  ]);
  await page.press('Close');
  expect(page.words()).not.toContain('Old fees shown');
});

test('the figures of texts stand with their names in braces, in the language that is chosen', async () => {
  const server = operatorServer('support');
  server.answerBy(listContentFigures, ({ fields }) => [{ name: 'fee', value: `1.25 ${fields.locale}` }]);
  const page = mountDesk(<ContentFigures />);
  await expect.poll(() => page.rows('Figures in texts')).toEqual([['{fee}', '1.25 en']]);
  await page.choose('Language', 'jp');
  await expect.poll(() => page.rows('Figures in texts')).toEqual([['{fee}', '1.25 jp']]);
});
