// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test } from 'vitest';
import {
  discardDraft,
  type EditedContent,
  type EditedText,
  editedKinds,
  getContent,
  getContentVersion,
  listContent,
  listContentFigures,
  publishContent,
  putBackContent,
  saveDraft,
  textProblems,
  withdrawContent,
} from '#contract/content-operators.ts';
import { locales } from '#contract/locale.ts';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { actFor, mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { forgetKeptState } from '../ui/kept-state.ts';
import { Content } from './content.tsx';
import { ContentEditor } from './content-editor.tsx';
import { hashOf, may } from './samples-money.fixture.ts';

beforeAll(useConsoleInEnglish);
afterEach(forgetKeptState);

const textOf = (locale: EditedText['locale'], title: string): EditedText => ({
  ...{ locale, title, body: `${title} body`, problems: [] },
  blocks: [
    { kind: 'heading', text: [`${title} heading`] },
    { kind: 'paragraph', text: [`${title} costs `, { rule: 'fee', value: '1.25' }, ' each'] },
    { kind: 'list', items: [[`${title} one`], [`${title} two`]] },
    { kind: 'steps', items: [[`${title} first`], [`${title} then`]] },
    { kind: 'code', lines: [`${title} = 1`] },
    { kind: 'link', path: '/help', text: [`${title} link`] },
  ],
});

const published = locales.map((locale) => textOf(locale, `Fees ${locale}`));

const content: EditedContent = {
  ...{ kind: 'help', id: 'fees', isWithdrawn: false, published, draft: null },
  versions: [
    { version: 1_003, publishedBy: 'bert', publishedAt: may(5, 1, 2, 3), reason: 'clearer' },
    { version: 2, publishedBy: 'anna', publishedAt: may(3, 4, 5, 6), reason: '<b>shorter</b>' },
    { version: 1, publishedBy: null, publishedAt: null, reason: '' },
  ],
};

/** Two languages are missing, and the first one has everything wrong. */
const faulty: EditedContent = {
  ...{ ...content, isWithdrawn: true },
  draft: {
    ...{ hash: hashOf('a1'), savedBy: 'carl', savedAt: may(6, 7, 8, 9) },
    texts: published
      .map((text, place) => ({
        ...{ ...text, title: `${text.title} draft` },
        problems: place === 0 ? textProblems.map((problem) => ({ problem, near: `near ${problem}` })) : [],
      }))
      .filter(({ locale }) => locale !== 'tc' && locale !== 'jp'),
  },
};

function editors(shown: EditedContent = content) {
  const server = operatorServer('support');
  server.answer(getContent, shown);
  server.answer(listContentFigures, [
    { name: 'fee', value: '1.25' },
    { name: 'trend.fastCandles', value: '12' },
    { name: 'days', value: '7' },
  ]);
  return server;
}

const editor = <ContentEditor kind="help" id="fees" />;

test('the list of each kind, with the form that begins a text', async () => {
  const server = editors();
  server.answer(listContent, [
    { id: 'fees', title: 'Fees', version: 3, isWithdrawn: false, missing: ['jp', 'tc'], draft: null },
    {
      ...{ id: 'begun', title: '', version: null, isWithdrawn: true, missing: [] },
      draft: { savedBy: 'anna', savedAt: may(4, 5, 6, 7), missing: [] },
    },
    {
      ...{ id: 'again', title: 'Again <b>', version: 12, isWithdrawn: false, missing: ['zh'] },
      draft: { savedBy: 'bert', savedAt: may(2, 5, 6, 7), missing: ['zh'] },
    },
  ]);
  for (const kind of editedKinds) {
    const desk = mountDesk(<Content />, `/operator/content/${kind}`);
    await expect.poll(() => desk.container.querySelectorAll('tbody tr').length).toBe(3);
    await expectOutline(desk.container);
    desk.unmount();
  }
});

test('no texts of a kind; a text that is begun, and refused', async () => {
  const server = editors();
  server.answer(listContent, []);
  server.refuse(saveDraft, 'draftChanged', 'The draft has changed');
  const desk = mountDesk(<Content />, '/operator/content');
  await desk.write('Id', 'Not an id');
  await expectOutline(desk.container);
  await desk.write('Id', 'new-fees');
  await desk.write('Title in English', 'New fees');
  await desk.press('Begin a draft');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.container);
});

test('texts that are refused', async () => {
  const server = operatorServer('owner');
  server.refuse(listContent, 'contentUnknown', 'There are no such texts');
  server.refuse(getContent, 'contentUnknown', 'There is no such text');
  await expectOutline(mountDesk(<Content />, '/operator/content/tip.fees').container);
});

test('the editor of a published help text', async () => {
  editors();
  const desk = mountDesk(editor);
  await expect.poll(() => desk.rows('Figures in texts')).toHaveLength(3);
  await expectOutline(desk.container);
});

test('the editor of a withdrawn text whose draft has every fault and lacks languages', async () => {
  editors(faulty);
  const desk = mountDesk(editor);
  await expect.poll(() => desk.rows('Figures in texts')).toHaveLength(3);
  await expectOutline(desk.container);
});

test('the editor of a document with a draft, and its dialogs', async () => {
  const server = editors({ ...faulty, kind: 'document', id: 'terms', isWithdrawn: false });
  server.refuse(publishContent, 'contentLanguagesMissing', 'Languages are missing');
  server.refuse(discardDraft, 'draftChanged', 'The draft has changed');
  const desk = mountDesk(<ContentEditor kind="document" id="terms" />);
  await expect.poll(() => desk.hasButton('Publish')).toBe(true);
  await expectOutline(desk.card('Fees en draft'));
  await actFor(desk, 'Publish', 'next terms');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.openDialog());
  await desk.confirm('Cancel');
  await desk.press('Throw the draft away');
  await expectOutline(desk.openDialog());
});

test('the editor of a tip with a draft, written on, whose draft was changed by another operator', async () => {
  const server = editors({ ...faulty, kind: 'tip', isWithdrawn: false });
  server.refuse(saveDraft, 'draftChanged', 'The draft has changed meanwhile');
  server.refuse(withdrawContent, 'contentUnknown', 'There is no such tip');
  const desk = mountDesk(<ContentEditor kind="tip" id="fees" />);
  await expect.poll(() => desk.hasButton('Publish')).toBe(true);
  await actFor(desk, 'Withdraw', 'out of date');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.openDialog());
  await desk.confirm('Cancel');
  const title = desk.container.querySelector<HTMLInputElement>('input[name=title-en]') as HTMLInputElement;
  await desk.user.type(title, '!');
  const changed = faulty.draft?.texts.map((text) => (text.locale === 'en' ? { ...text, title: 'Theirs' } : text)) ?? [];
  server.answer(getContent, {
    ...{ ...faulty, kind: 'tip', isWithdrawn: false },
    draft: { hash: hashOf('b2'), savedBy: 'dora', savedAt: may(7), texts: changed },
  });
  await desk.press('Save the draft');
  await expect.poll(() => desk.notes().join()).toContain('This language was changed meanwhile');
  await expectOutline(desk.card('Theirs'));
  await expectOutline(desk.card('English'));
});

test('an earlier version, and the dialog that puts it back', async () => {
  const server = editors();
  server.answer(getContentVersion, [textOf('zh', 'Old zh'), textOf('en', 'Old fees')]);
  server.refuse(putBackContent, 'contentFaulty', 'It is faulty now');
  const desk = mountDesk(editor);
  await expect.poll(() => desk.hasButton('Show')).toBe(true);
  await desk.press('Show', 1);
  await expect.poll(desk.words).toContain('Old fees heading');
  await expectOutline(desk.card('Published versions'));
  await actFor(desk, 'Put this version back', 'the new one was wrong');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.openDialog());
});
