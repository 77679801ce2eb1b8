import { afterAll, beforeAll, expect, test } from 'vitest';
import { listNotices } from '#contract/content.ts';
import {
  discardDraft,
  type EditedContent,
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
import { type ConsoleWorld, minuteMs, openConsoleWorld } from './console-world.fixture.ts';
import { WireCaller } from './wire-caller.fixture.ts';

let world: ConsoleWorld;
let desks: Record<'olga' | 'sue' | 'fay' | 'abe', WireCaller>;
const reason = 'worded anew';
type Text = Readonly<{ kind: string; id: string }>;

beforeAll(async () => {
  world = await openConsoleWorld();
  desks = await world.desks({ olga: 'owner', sue: 'support', fay: 'finance', abe: 'auditor' });
});
afterAll(() => world?.close());

const hashOf = ({ draft }: EditedContent) => draft?.hash ?? '';

/** Drafts a text in these languages; gives its id and the hash of the draft. */
async function draft(
  by: WireCaller,
  of: { kind: string; id?: string },
  word: string,
  inLocales: readonly string[] = locales,
) {
  let saved = { ...of, hash: '' };
  for (const locale of inLocales) {
    const text = { locale, title: `${word} (${locale})`, body: `Of ${word} there is more.\n\nThe end in ${locale}.` };
    const answer = await by.done<EditedContent>(saveDraft, { ...saved, ...text });
    saved = { kind: of.kind, id: answer.id, hash: hashOf(answer) };
  }
  await world.pass(2 * minuteMs);
  return saved as { kind: string; id: string; hash: string };
}

async function publish(by: WireCaller, word: string): Promise<Text> {
  const { id } = await by.done<{ id: string }>(publishContent, {
    ...(await draft(by, { kind: 'notice' }, word)),
    reason,
  });
  await world.pass(minuteMs);
  return { kind: 'notice', id };
}

test('notices are answered to those who write them in their order, with drafts, withdrawn ones, versions and languages', async () => {
  const { ask, answers } = world;
  const first = await publish(desks.sue, 'Zebra');
  const gone = await publish(desks.olga, 'Heron');
  const third = await publish(desks.sue, 'Adder');
  const half = await draft(desks.olga, { kind: 'notice' }, 'Otter', ['en', 'zh']);
  const again = await draft(desks.sue, first, 'Yak', ['en']);
  for (const [name, { id }] of Object.entries({ first, gone, third, half })) answers.name(id, name);
  await ask('withdrawn', desks.sue, withdrawContent, { ...gone, reason: 'no more birds' });
  await ask('withdrawn again', desks.olga, withdrawContent, { ...gone, reason: 'no more birds' });
  await ask('a document withdrawn', desks.olga, withdrawContent, { kind: 'document', id: 'terms', reason });
  await ask('of no notice', desks.olga, withdrawContent, { kind: 'notice', id: '0000000000000000', reason });
  await ask('for no reason', desks.olga, withdrawContent, { ...third, reason: '' });
  await ask('notices', desks.olga, listContent, { kind: 'notice' });
  await ask('of no kind', desks.olga, listContent, { kind: 'rule' });
  await ask('to finance', desks.fay, listContent, { kind: 'notice' });
  await ask('one with a draft', desks.sue, getContent, first);
  await ask('a draft alone', desks.sue, getContent, { kind: 'notice', id: half.id });
  await ask('a withdrawn one', desks.sue, getContent, gone);
  await ask('no notice', desks.sue, getContent, { kind: 'notice', id: '0000000000000000' });
  await ask('another kind’s', desks.sue, getContent, { kind: 'tip', id: third.id });
  const { id, hash } = again;
  await ask('published though another draft was seen', desks.olga, publishContent, {
    ...first,
    hash: 'a'.repeat(64),
    reason,
  });
  await ask('published in too few languages', desks.olga, publishContent, { ...half, reason });
  await ask('published without a draft', desks.olga, publishContent, { ...third, hash: '', reason });
  await ask('published', desks.olga, publishContent, { kind: 'notice', id, hash, reason: 'a yak it is' });
  await world.pass(minuteMs);
  await ask('the new version', desks.sue, getContent, first);
  await ask('the version before', desks.sue, getContentVersion, { ...first, version: '1' });
  await ask('no such version', desks.sue, getContentVersion, { ...first, version: '3' });
  await ask('put back', desks.sue, putBackContent, { ...first, version: '1', reason: 'a zebra after all' });
  await ask('put back from a withdrawal', desks.olga, putBackContent, {
    ...gone,
    version: '1',
    reason: 'a heron after all',
  });
  await ask('put back as no version', desks.sue, putBackContent, { ...first, version: '9', reason });
  await ask('put back for no reason', desks.sue, putBackContent, { ...first, version: '2', reason: 'x' });
  await ask('thrown away, though another draft was seen', desks.sue, discardDraft, { ...half, hash: 'b'.repeat(64) });
  await ask('thrown away', desks.sue, discardDraft, half);
  await ask('thrown away again', desks.sue, discardDraft, half);
  await ask('the first one with all its versions', desks.sue, getContent, first);
  await ask('notices in the end', desks.sue, listContent, { kind: 'notice' });
  const reader = new WireCaller(world.app.address);
  await expect.poll(async () => JSON.stringify(await reader.done(listNotices))).toContain('Heron');
  answers.expectKept();
});

test('a draft is answered as a phone shows it, with what is wrong with it in each language', async () => {
  const { ask, answers } = world;
  const kind = 'notice';
  const save = async (what: string, fields: Readonly<Record<string, string>>, by = desks.sue) => {
    const answer = await ask<EditedContent>(what, by, saveDraft, {
      kind,
      hash: '',
      title: 'A title',
      body: 'A body.',
      ...fields,
    });
    return answer;
  };
  const begun = await save('begun', {
    locale: 'en',
    title: 'Fees',
    body: '## Fees\n\n- one {depositMinimum}\n- two\n\nThe end.',
  });
  const { id } = begun;
  answers.name(id, 'draft');
  const other = await save('a second language, with fewer blocks', {
    ...{ id, hash: hashOf(begun), locale: 'zh', title: '', body: '## 费\n\nJust 17 {nothing} here <b>.' },
  });
  await save('though another draft was seen', { id, locale: 'jp', hash: hashOf(begun) });
  await save('in no language', { id, hash: hashOf(other), locale: 'xx' });
  await save('with a title too long', { id, hash: hashOf(other), locale: 'jp', title: 'a'.repeat(201) });
  await save('of no kind', { kind: 'rule', locale: 'en' });
  await save('by an auditor', { locale: 'en' }, desks.abe);
  await save('with the second language taken out', { id, hash: hashOf(other), locale: 'zh', title: '', body: '' });
  // What the past results are depends on the recorded days' secret order.
  const { operation, fields, response } = await desks.sue.call(listContentFigures, { locale: 'en' });
  const body = (await response.json()) as { url: { name: string }[] };
  const stable = { ...body, url: body.url.filter(({ name }) => !name.startsWith('past.')) };
  answers.part('figures');
  await answers.keep({ operation, fields, response: new Response(JSON.stringify(stable), response) });
  await ask('figures in no language', desks.sue, listContentFigures, { locale: '' });
  answers.expectKept();
});

test('texts that ship are answered to operators in their order', async () => {
  const { ask, answers } = world;
  for (const kind of ['document', 'tip', 'help']) await ask(kind, desks.olga, listContent, { kind });
  answers.expectKept();
});
