import { test } from 'vitest';
import {
  acceptTerms,
  getDocument,
  getHelp,
  listDocuments,
  listHelp,
  listNotices,
  listRules,
  listTips,
  markNoticesRead,
} from '#contract/content.ts';
import { withdrawContent } from '#contract/content-operators.ts';
import { getHome } from '#contract/home.ts';
import { openForFile } from './open-for-file.fixture.ts';
import { openWireWorld, until } from './wire-world.fixture.ts';

const world = await openForFile(() => openWireWorld());
const anybody = world.caller();
/** Paragraphs are held by the tests of the texts. */
const varying = ['blocks', 'excerpt', 'text'];

test('anybody is answered the help texts, tips and rules in order, in the language asked for', async () => {
  const answers = world.answers();
  await anybody.keep(answers, listHelp, {}, { varying });
  await anybody.keep(answers, listHelp, { search: 'withdrawal password' }, { only: ['kind', 'id', 'title'] });
  await anybody.keep(answers, listHelp, { search: 'zzzz' });
  await anybody.keep(answers, getHelp, { id: 'levels' }, { varying });
  await anybody.keep(answers, getHelp, { id: 'no-such' });
  await anybody.keep(answers, listTips, {}, { varying });
  await anybody.keep(answers, listRules, {}, { varying });
  for (const language of ['zh', 'tc', 'jp']) {
    answers.part(language);
    const headers = { 'x-clearlot-locale': language, 'accept-language': language };
    await answers.keep(await anybody.call(listTips, {}, headers), { only: ['id', 'title'] });
    await answers.keep(await anybody.call(getHelp, { id: 'no-such' }, headers));
  }
  answers.expectKept();
});

test('anybody is answered the documents in their versions, a member which one was accepted', async () => {
  const answers = world.answers();
  await anybody.keep(answers, listDocuments);
  await anybody.keep(answers, getDocument, { id: 'terms' }, { varying });
  await anybody.keep(answers, getDocument, { id: 'risk', version: '1' }, { varying });
  await anybody.keep(answers, getDocument, { id: 'terms', version: '999' });
  await anybody.keep(answers, getDocument, { id: 'privacy' });
  const ann = await world.member('anntexts1');
  world.pass(60_000);
  await ann.keep(answers, listDocuments);
  const [{ version = 0 } = {}] = await ann.done<{ version: number }[]>(listDocuments);
  await ann.keep(answers, acceptTerms, { id: 'terms', version: String(version) });
  await ann.keep(answers, acceptTerms, { id: 'terms', version: String(version + 1) });
  await ann.keep(answers, acceptTerms, { id: 'rules', version: '1' });
  await ann.keep(answers, listDocuments);
  answers.expectKept();
});

test('a member is answered the notices newest first, with what was read; a visitor without it', async () => {
  const answers = world.answers();
  const ben = await world.member('bentexts1');
  const { notices } = await ben.keep<{ notices: { id: string }[] }>(answers, listNotices, {}, { varying });
  const [, second, , fourth] = notices;
  await ben.keep(answers, markNoticesRead, { id: second?.id ?? '' });
  await ben.keep(answers, listNotices, {}, { varying });
  await ben.keep(answers, listNotices, { before: fourth?.id ?? notices.at(-1)?.id ?? '' }, { varying });
  await ben.keep(answers, markNoticesRead, { id: '0000000000000000' });
  await ben.keep(answers, listNotices, { before: 'x' });
  await ben.keep(answers, markNoticesRead);
  answers.part('a visitor');
  await anybody.keep(answers, listNotices, {}, { varying });
  await anybody.keep(answers, markNoticesRead);
  answers.expectKept();
});

test('anybody is not answered a text that was withdrawn', async () => {
  const answers = world.answers();
  const ola = await world.operator('ola', 'owner');
  await ola.done(withdrawContent, { kind: 'help', id: 'levels', reason: 'out of date' });
  // Answers to all are shared for a second.
  await until(async () => !(await anybody.call(getHelp, { id: 'levels' })).response.ok);
  await until(async () => !(await (await anybody.call(listHelp)).response.text()).includes('"levels"'));
  await anybody.keep(answers, getHelp, { id: 'levels' });
  await anybody.keep(answers, listHelp, {}, { only: ['id'] });
  await anybody.keep(answers, listHelp, { search: 'levels' }, { only: ['kind', 'id'] });
  answers.expectKept();
});

test('anybody is answered the counts of a platform on which nothing has happened', async () => {
  const answers = world.answers();
  await world.caller().keep(answers, getHome, {}, { varying: ['platform', 'uptime'] });
  answers.expectKept();
});
