// @vitest-environment happy-dom
import { setTimeout as turn } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listFundings } from '#contract/books.ts';
import type { OutputOf } from '#contract/operation.ts';
import { getOperatorSession } from '#contract/operators.ts';
import { listApprovals } from '#contract/operators-approvals.ts';
import { signOutOperator } from '#contract/operators-sign-in.ts';
import { permissionsOf } from '#contract/roles.ts';
import { listConversations, markConversationSeen } from '#contract/support-inbox.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { fakeServer } from '#web/ui/mounted.fixture.tsx';
import { type Desk, mountDesk, operatorServer, useConsoleInEnglish } from './console.fixture.tsx';
import { Console } from './console.tsx';
import { chooseConsoleLocale } from './locale.ts';
import { sections } from './sections.ts';
import { startOn } from './start.tsx';
import { forgetKeptState, useKeptState } from './ui/kept-state.ts';

/** The operators' stream as a browser holds it. */
class Stream extends EventTarget {
  static newest: Stream | null = null;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly close = vi.fn();
  readonly address: string;
  constructor(address: string) {
    super();
    this.address = address;
    Stream.newest = this;
  }
}

beforeAll(useConsoleInEnglish);
beforeEach(() => vi.stubGlobal('EventSource', Stream));
afterEach(async () => {
  vi.useRealTimers();
  await chooseConsoleLocale('en');
});

/** Lets timers run for so long, and React draw what came of them. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await turn(10);
}

const session = { operator: 'anna', role: 'owner' as const, permissions: permissionsOf('owner'), expiresAt: 9e12 };

const menu = (page: Desk) => [...page.container.querySelectorAll('nav a')].map((one) => one.textContent);

const approval: OutputOf<typeof listApprovals>[number] = {
  ...{ kind: 'funding', id: '0.F1', member: null, content: [], hash: 'ab'.repeat(32), needed: 2, approvedBy: [] },
  ...{ askedAt: 0, expiresAt: null, mayDecide: true },
};

test('the menu has the sections of the role, with what waits for this operator, and in the title of the page too', async () => {
  const server = operatorServer('support');
  server.answer(listConversations, { conversations: [], next: null, waiting: 4 });
  server.answer(listApprovals, [approval, { ...approval, id: '0.F2', mayDecide: false }]);
  const page = mountDesk(<Console />, '/operator/money');
  await expect.poll(() => document.title).toBe('(5) Money · Clearlot');
  expect(menu(page)).toEqual([
    ...['Inbox4', 'Money', 'Approvals1', 'Members', 'Recoveries', 'Content', 'Health', 'My sessions'],
  ]);
  const links = [...page.container.querySelectorAll('nav a')];
  expect(links.map((one) => one.getAttribute('aria-current') ?? '')).toEqual(['', 'page', '', '', '', '', '', '']);
  expect(links[1]?.getAttribute('href')).toBe('/operator/money');
  expect(page.words()).toContain('anna · Support');
  page.unmount();
  const books = mountDesk(<Console />, '/operator/books');
  expect(books.words()).toContain('Your role may not see this section.');
  expect(document.title).toBe('(5) Books · Clearlot');
});

test('an auditor’s console asks for no chats and counts none', async () => {
  const server = operatorServer('auditor');
  server.answer(listApprovals, []);
  mountDesk(<Console />, '/operator/log');
  await expect.poll(() => document.title).toBe('Log · Clearlot');
  await expect.poll(() => server.requestsTo(listApprovals).length).toBe(1);
  expect(server.requestsTo(listConversations)).toEqual([]);
});

test('what the stream names is read again, and its loss is said until it is back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = operatorServer('auditor');
  server.answer(listApprovals, []);
  const page = mountDesk(<Console />, '/operator/log');
  await pass(50);
  const stream = Stream.newest;
  expect(stream?.address).toBe('/api/operator/stream');
  const reads = () => server.requestsTo(listApprovals).length;
  stream?.onopen?.();
  await pass(300);
  expect(reads()).toBe(2);
  stream?.dispatchEvent(new MessageEvent('beat', { data: '' }));
  await pass(300);
  expect(reads()).toBe(2);
  stream?.dispatchEvent(new MessageEvent('changed', { data: JSON.stringify({ subject: 'approvals', id: '' }) }));
  await pass(300);
  expect(reads()).toBe(3);
  expect(page.words()).not.toContain('The connection to the server is lost');
  stream?.onerror?.();
  await pass(6_100);
  expect(page.words()).toContain('The connection to the server is lost');
  Stream.newest?.onopen?.();
  await pass(300);
  expect(page.words()).not.toContain('The connection to the server is lost');
  page.unmount();
  expect(Stream.newest?.close).toHaveBeenCalled();
});

test('a role that changes while the console is open changes its menu', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = operatorServer('owner');
  server.answer(listApprovals, []);
  const page = mountDesk(<Console />, '/operator/log');
  await pass(50);
  Stream.newest?.onopen?.();
  await pass(300);
  expect(page.words()).toContain('anna · Owner');
  server.answer(getOperatorSession, { ...session, role: 'support', permissions: permissionsOf('support') });
  Stream.newest?.dispatchEvent(new MessageEvent('changed', { data: JSON.stringify({ subject: 'log', id: '' }) }));
  await pass(300);
  expect(page.words()).toContain('anna · Support');
  expect(page.words()).toContain('Your role may not see this section.');
  expect(menu(page)).not.toContain('Operators');
});

function Draft() {
  const [text, keep] = useKeptState<string>('draft');
  return (
    <button type="button" onClick={() => keep(() => 'written')}>
      {text ?? 'nothing'}
    </button>
  );
}

test('signing out leads to the sign-in and forgets what was being written', async () => {
  const server = operatorServer();
  server.answer(listApprovals, []);
  const draft = mountDesk(<Draft />);
  await draft.press('nothing');
  expect(draft.hasButton('written')).toBe(true);
  draft.unmount();
  const page = mountDesk(<Console />, '/operator/log');
  server.loseConnection(signOutOperator);
  await page.press('Sign out');
  await expect.poll(() => server.requestsTo(signOutOperator).length).toBe(1);
  expect(page.words()).toContain('anna · Owner');
  server.answer(signOutOperator, {});
  server.endSession(getOperatorSession);
  await page.press('Sign out');
  await expect.poll(() => page.hasButton('Sign in with a passkey')).toBe(true);
  page.unmount();
  queryClient.clear();
  operatorServer();
  expect(mountDesk(<Draft />).hasButton('nothing')).toBe(true);
});

test('what one operator writes is not there for another at the same page, and still there for the first', async () => {
  operatorServer();
  const anna = mountDesk(<Draft />);
  await anna.press('nothing');
  anna.unmount();
  operatorServer('support', 'bert');
  const bert = mountDesk(<Draft />);
  await expect.poll(() => bert.hasButton('nothing')).toBe(true);
  bert.unmount();
  operatorServer();
  const again = mountDesk(<Draft />);
  await expect.poll(() => again.hasButton('written')).toBe(true);
  forgetKeptState();
});

function Fundings() {
  return useRead(listFundings, {}).error === null ? null : 'failed';
}

test('where any call finds the session over, the console leads to the sign-in', async () => {
  const server = operatorServer();
  server.answer(listApprovals, []);
  const page = mountDesk(
    <>
      <Console />
      <Fundings />
    </>,
    '/operator/log',
  );
  expect(page.words()).toContain('anna · Owner');
  server.endSession(listFundings);
  server.endSession(getOperatorSession);
  await queryClient.refetchQueries({ queryKey: [listFundings.path] });
  await expect.poll(() => page.hasButton('Sign in with a passkey')).toBe(true);
});

function Seeing() {
  const seen = useWrite(markConversationSeen);
  return (
    <button type="button" onClick={() => seen.mutate({ member: '1000000000000001', through: 1 })}>
      Seen
    </button>
  );
}

test('an act that finds the session over leads to the sign-in as well', async () => {
  const server = operatorServer();
  server.answer(listApprovals, []);
  const page = mountDesk(
    <>
      <Console />
      <Seeing />
    </>,
    '/operator/log',
  );
  expect(page.words()).toContain('anna · Owner');
  server.endSession(markConversationSeen);
  server.endSession(getOperatorSession);
  await page.press('Seen');
  await expect.poll(() => page.hasButton('Sign in with a passkey')).toBe(true);
});

test('without a connection the console says so and reads again on demand', async () => {
  const server = fakeServer();
  server.refuse(getOperatorSession, 'internalError', 'Something is wrong');
  const page = mountDesk(<Console />, '/operator/log');
  await expect.poll(() => page.hasButton('Try again')).toBe(true);
  server.answer(getOperatorSession, session);
  server.answer(listApprovals, []);
  await page.press('Try again');
  await expect.poll(page.words).toContain('anna · Owner');
});

test('the console speaks the language that is chosen, and this device keeps it', async () => {
  operatorServer().answer(listApprovals, []);
  const page = mountDesk(<Console />, '/operator/log');
  await page.choose('Language', 'zh');
  await expect.poll(page.words).toContain('退出');
  expect(localStorage.getItem('clearlot.operator.locale')).toBe('zh');
});

test('any other address leads to the first section of the role', async () => {
  operatorServer('finance');
  const Start = startOn(sections);
  const page = mountDesk(<Start />, '/operator');
  await expect.poll(() => page.replaced).toContain('/operator/money');
});
