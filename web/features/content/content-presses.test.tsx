// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  acceptTerms,
  type DocumentEntry,
  getDocument,
  getHelp,
  type HelpEntry,
  type LegalDocument,
  listDocuments,
  listHelp,
  listRules,
} from '#contract/content.ts';
import type { ContentBlock } from '#contract/content-blocks.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { invalidate } from '#web/platform/api/read-key.ts';
import { session } from '#web/platform/session/session.ts';
import { unreadStore } from '#web/platform/unread.ts';
import { type FakeServer, fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { ArticleList } from './article-list.tsx';
import { DocumentList } from './document-list.tsx';
import { DocumentView } from './document-view.tsx';
import { HelpAccordion } from './help-accordion.tsx';
import { HelpArticle } from './help-article.tsx';
import { HelpLinks } from './help-links.tsx';
import { HelpList } from './help-list.tsx';
import { RuleArticle } from './rule-article.tsx';
import { TermsPrompt } from './terms-prompt.tsx';

const scrolled: Element[] = [];

beforeAll(() => useLanguage('en'));
beforeEach(() => {
  session.signOut();
  sessionStorage.removeItem('terms-asked');
  scrolled.length = 0;
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this);
  };
});
afterEach(() => unreadStore.set(0));

const blocks = (text: string): ContentBlock[] => [{ kind: 'paragraph', text: [text] }];
const entryOf = (kind: HelpEntry['kind'], id: string, title = `Title ${id}`): HelpEntry => {
  return { kind, id, title, excerpt: ['An excerpt'] };
};
const entries = ['one', 'two', 'three', 'four', 'five'].map((id) => entryOf('help', id));
const article = (id: string) => ({ id, title: `Title ${id}`, blocks: blocks(`Text of ${id}`), updatedAt: 0 });

function serverOfHelp(): FakeServer {
  const server = fakeServer();
  server.answerBy(listHelp, ({ fields }) => {
    if (fields.search === undefined) return entries;
    return fields.search === 'fees' ? [entryOf('rule', 'fees')] : [];
  });
  server.answerBy(getHelp, ({ fields }) => article(fields.id ?? ''));
  server.answer(listRules, [article('fees'), article('rounds')]);
  return server;
}

test('of the first four help texts one is open at a time, and is read when it is opened', async () => {
  const server = serverOfHelp();
  const { page, user, container } = mount(<HelpAccordion />);
  const one = await page.findByRole('button', { name: 'Title one' });
  expect(page.queryByText('Title five')).toBeNull();
  expect(server.requestsTo(getHelp)).toEqual([]);
  expect(one.getAttribute('aria-expanded')).toBe('false');
  await user.click(one);
  await page.findByText('Text of one');
  expect(one.getAttribute('aria-expanded')).toBe('true');
  await user.click(page.getByRole('button', { name: 'Title two' }));
  await page.findByText('Text of two');
  expect(page.queryByText('Text of one')).toBeNull();
  await user.click(page.getByRole('button', { name: 'Title two' }));
  expect(page.queryByText('Text of two')).toBeNull();
  expect(container.querySelectorAll('[aria-expanded=true]')).toHaveLength(0);
  expect(page.getByRole('link', { name: 'All help texts' }).getAttribute('href')).toBe('/faq');
});

test('a search is sent once it rests, without spaces around; results lead to their pages, and none is said', async () => {
  const server = serverOfHelp();
  const { page, user, container, rerender } = mount(<HelpList hasAccount />);
  await page.findByText('Title five');
  expect(page.queryByText('Title rounds')).toBeNull();
  const field = page.getByRole('textbox');
  await user.type(field, ' fees ');
  await page.findByText('An excerpt');
  expect(container.querySelector('li a')?.getAttribute('href')).toBe('/rule?id=fees');
  expect(server.requestsTo(listHelp).map(({ fields }) => fields.search)).toEqual([undefined, 'fees']);
  rerender(<HelpList hasAccount={false} />);
  expect(container.querySelector('li a')?.getAttribute('href')).toBe('/faq?rule=fees');
  await user.clear(field);
  await page.findByText('Title rounds');
  expect(server.requestsTo(listRules)).toHaveLength(1);
  await user.type(field, 'nothing');
  await page.findByText('Nothing found for “nothing”');
});

test('a help text is shown by its id; one that there is not leads to all of them', async () => {
  const server = serverOfHelp();
  const { page, user, went, replaced, container, rerender } = mount(<HelpArticle id="one" />);
  await page.findByText('Text of one');
  rerender(<HelpArticle id="No Id!" />);
  await user.click(page.getByRole('button', { name: 'All help texts' }));
  expect(went).toEqual(['/faq']);
  expect(server.requestsTo(getHelp).map(({ fields }) => fields.id)).toEqual(['one']);
  server.refuse(getHelp, 'helpUnknown', 'unknown');
  rerender(<HelpArticle id="gone" />);
  await page.findByText('This help text does not exist');
  server.refuse(getHelp, 'internalError', 'Something failed');
  rerender(<HelpArticle id="broken" />);
  await page.findByText('Something failed');
  rerender(<RuleArticle id="rounds" />);
  await page.findByText('Text of rounds');
  expect(page.queryByText('Text of fees')).toBeNull();
  rerender(<RuleArticle id="gone" />);
  await user.click(page.getByRole('button', { name: 'All help texts' }));
  expect([went, replaced]).toEqual([
    ['/faq', '/faq'],
    ['/faq', '/faq'],
  ]);
  rerender(<HelpLinks ids={['two', 'gone', 'one']} />);
  await expect
    .poll(() => [...container.querySelectorAll('a')].map((link) => link.textContent))
    .toEqual([...['Title two', 'Title one']]);
  rerender(<ArticleList articles={[article('a'), article('b')]} wanted="b" />);
  expect(scrolled.map(({ textContent }) => textContent)).toEqual(['Title bText of b']);
});

const terms: DocumentEntry = { id: 'terms', title: 'Terms', version: 3, publishedAt: 0, accepted: null };

function serverOfDocuments(accepted: DocumentEntry['accepted'], version = 3, id = terms.id): FakeServer {
  const server = fakeServer();
  server.answer(listDocuments, [{ ...terms, id, version, accepted }]);
  server.answerBy(getDocument, ({ fields }) => {
    const shown = Number(fields.version ?? 3);
    const text = shown === 3 ? [...blocks('Kept part'), ...blocks('New part')] : blocks('Kept part');
    return {
      id,
      version: shown,
      isCurrent: shown === 3,
      title: 'Terms',
      blocks: text,
      publishedAt: 0,
    };
  });
  server.answer(acceptTerms, { version: 3, acceptedAt: 0 });
  return server;
}

test('a member accepts the version that stands there; a refusal is said, and what was accepted is read again', async () => {
  session.signIn('member01');
  const server = serverOfDocuments({ version: 2, acceptedAt: 0 }, 4);
  const { page, user, toast, container } = mount(<DocumentView id="terms" version={null} />);
  const accept = async () => user.click(await page.findByRole('button', { name: 'Accept this version' }));
  server.refuse(acceptTerms, 'documentOutdated', 'There is a newer version');
  await accept();
  expect((await page.findByRole('alert')).textContent).toBe('There is a newer version');
  server.answer(acceptTerms, { version: 3, acceptedAt: 0 });
  server.answer(listDocuments, [{ ...terms, accepted: { version: 3, acceptedAt: 0 } }]);
  await accept();
  await expect.poll(toast).toBe('Done');
  await expect.poll(() => container.textContent).toContain('Version 3 accepted');
  expect(page.queryByRole('button', { name: 'Accept this version' })).toBeNull();
  expect(server.requestsTo(acceptTerms).map(({ fields }) => fields)).toEqual(
    Array(2).fill({ id: 'terms', version: '3' }),
  );
});

test('a visitor, and whoever reads an earlier version, has nothing to accept; an unknown document leads to the list', async () => {
  const server = serverOfDocuments(null);
  const { page, user, went, replaced, rerender, container } = mount(<DocumentView id="terms" version={null} />);
  await page.findByText('New part');
  expect(page.queryByRole('button')).toBeNull();
  expect(page.queryByRole('note')).toBeNull();
  rerender(<DocumentView id="terms" version="2" />);
  expect((await page.findByRole('note')).textContent).toContain('This is an earlier version');
  expect(server.requestsTo(getDocument).at(-1)?.fields).toEqual({ id: 'terms', version: '2' });
  const reads = server.requestsTo(getDocument).length;
  for (const [id, version] of [
    ['nothing', null],
    ['terms', '0'],
    ['terms', '2x'],
  ] as const) {
    rerender(<DocumentView {...{ id, version }} />);
    expect(page.getByText('This document does not exist')).toBeTruthy();
  }
  await user.click(page.getByRole('button', { name: 'Terms and risks' }));
  expect([went, replaced]).toEqual([['/auth'], ['/auth']]);
  expect(server.requestsTo(getDocument)).toHaveLength(reads);
  rerender(<DocumentList />);
  await expect.poll(() => container.querySelector('a')?.getAttribute('href')).toBe('/auth?id=terms');
});

test('a member of an earlier version is asked once, with what is new; putting it off is remembered for the visit', async () => {
  session.signIn('member01');
  const server = serverOfDocuments({ version: 2, acceptedAt: 0 });
  const { page, user, went, unmount } = mount(<TermsPrompt isHeldBack={false} />);
  await page.findByText('New part');
  expect(page.queryByText('Kept part')).toBeNull();
  expect(page.getByText(/You accepted version 2 of “Terms”/)).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'Read the whole text' }));
  expect(went).toEqual(['/auth?id=terms']);
  expect(page.queryByRole('dialog')).toBeNull();
  unmount();
  const again = mount(<TermsPrompt isHeldBack={false} />);
  await expect.poll(() => server.requestsTo(listDocuments).length).toBeGreaterThan(0);
  expect(page.queryByRole('dialog')).toBeNull();
  again.unmount();
  expect(sessionStorage.getItem('terms-asked')).toBe('member01 terms 3');
  sessionStorage.setItem('terms-asked', 'member02 terms 3');
  mount(<TermsPrompt isHeldBack={false} />);
  await user.click(await page.findByRole('button', { name: 'Not now' }));
  expect(page.queryByRole('dialog')).toBeNull();
  expect(server.requestsTo(acceptTerms)).toEqual([]);
});

test('whoever accepted none reads the whole; accepting sends its version, a refusal is a toast, and success closes', async () => {
  session.signIn('member01');
  const server = serverOfDocuments(null, 3, 'risk');
  const { page, user, toast, rerender } = mount(<TermsPrompt isHeldBack />);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(page.queryByRole('dialog')).toBeNull();
  rerender(<TermsPrompt isHeldBack={false} />);
  await page.findByText('Kept part');
  expect(page.getByText('“Terms”: please read it and accept it.')).toBeTruthy();
  const accept = () => user.click(page.getByRole('button', { name: 'Accept this version' }));
  server.refuse(acceptTerms, 'serverBusy', 'The server is busy');
  await accept();
  await expect.poll(toast).toBe('The server is busy');
  server.answer(acceptTerms, { version: 3, acceptedAt: 0 });
  server.answer(listDocuments, [{ ...terms, id: 'risk', accepted: { version: 3, acceptedAt: 0 } }]);
  await accept();
  await expect.poll(() => page.queryByRole('dialog')).toBeNull();
  expect(toast()).toBe('Done');
  expect(server.requestsTo(acceptTerms).at(-1)?.fields).toEqual({ id: 'risk', version: '3' });
});

test('the question accepts what it shows: a version that came after the text was read is shown before it is accepted', async () => {
  session.signIn('member01');
  const server = serverOfDocuments(null);
  // Read before, and still of that moment.
  const before = mount(<DocumentView id="terms" version={null} />);
  await before.page.findByText('New part');
  before.unmount();
  server.answer(listDocuments, [{ ...terms, version: 4 }]);
  const newest: LegalDocument = {
    id: 'terms',
    version: 4,
    isCurrent: true,
    title: 'Terms',
    blocks: blocks('Newest'),
    publishedAt: 0,
  };
  const { release } = server.hold(getDocument, newest);
  await invalidate(queryClient, listDocuments);
  const { page } = mount(<TermsPrompt isHeldBack={false} />);
  const accept = async () => (await page.findByRole('button', { name: 'Accept this version' })) as HTMLButtonElement;
  expect((await accept()).disabled).toBe(true);
  expect(page.queryByText('New part')).toBeNull();
  release();
  await page.findByText('Newest');
  expect((await accept()).disabled).toBe(false);
});

test('nothing is accepted before it stands there, and where the version that was accepted is gone the whole text does', async () => {
  session.signIn('member01');
  const server = serverOfDocuments({ version: 2, acceptedAt: 0 });
  const before = mount(<DocumentView id="terms" version="3" />);
  await before.page.findByText('New part');
  before.unmount();
  const { release } = server.hold(getDocument, {
    ...{ id: 'terms', version: 2, isCurrent: false, title: 'Terms', blocks: blocks('Old part'), publishedAt: 0 },
  });
  const waiting = mount(<TermsPrompt isHeldBack={false} />);
  const accept = async () =>
    (await waiting.page.findByRole('button', { name: 'Accept this version' })) as HTMLButtonElement;
  expect((await accept()).disabled).toBe(true);
  waiting.unmount();
  release();
  server.refuse(getDocument, 'documentUnknown', 'This document does not exist');
  const { page } = mount(<TermsPrompt isHeldBack={false} />);
  await page.findByText('Kept part');
  expect(page.getByText('“Terms”: please read it and accept it.')).toBeTruthy();
  expect((await accept()).disabled).toBe(false);
});
