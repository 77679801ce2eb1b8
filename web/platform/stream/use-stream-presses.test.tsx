// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getWallet } from '#contract/wallet.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { useRead } from '../api/use-read.ts';
import { localeStore } from '../i18n/locale-store.ts';
import { session } from '../session/session.ts';
import { onSessionCheck } from '../session/session-end.ts';
import { stream, usePollWhenBehind, useStreamEvent } from './use-stream.ts';

/** The browser's side of the stream. */
class Source extends EventTarget {
  static all: Source[] = [];
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  isClosed = false;
  readonly fields: Readonly<Record<string, string>>;
  constructor(address: string) {
    super();
    this.fields = Object.fromEntries(new URLSearchParams(address.split('?')[1]));
    Source.all.push(this);
  }
  close(): void {
    this.isClosed = true;
  }
}

const newest = (): Source => Source.all.at(-1) as Source;

beforeAll(() => useLanguage('en'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('EventSource', Source);
  Source.all = [];
});
afterEach(async () => {
  // Nobody listens any more: the connection ends.
  cleanup();
  await vi.advanceTimersByTimeAsync(10);
  session.signOut();
  vi.useRealTimers();
});

const heard: unknown[] = [];

function Listener() {
  useStreamEvent('balances', (value) => heard.push(value));
  return <p>{String(usePollWhenBehind(700))}</p>;
}

async function listening() {
  const mounted = mount(<Listener />);
  await vi.advanceTimersByTimeAsync(10);
  newest().onopen?.();
  await vi.advanceTimersByTimeAsync(10);
  return mounted;
}

test('the stream is of the account and the language that are shown, and opens anew where one of them changes', async () => {
  await listening();
  expect(newest().fields).toMatchObject({ locale: 'en' });
  expect(newest().fields.account).toBeUndefined();
  newest().dispatchEvent(new MessageEvent('balances', { data: '{}', lastEventId: '7' }));
  session.signIn('zoe12345');
  await vi.advanceTimersByTimeAsync(10);
  // What came before was not of this account: it is not asked to go on from there.
  expect(newest().fields.after).toBeUndefined();
  expect(Source.all).toHaveLength(2);
  expect([Source.all[0]?.isClosed, newest().fields.account]).toEqual([true, 'zoe12345']);
  newest().onopen?.();
  await useLanguage('jp');
  await vi.advanceTimersByTimeAsync(10);
  expect(newest().fields).toMatchObject({ locale: 'jp', account: 'zoe12345' });
  expect(Source.all).toHaveLength(3);
  // The store notifies, and the language is the same.
  await localeStore.choose('jp');
  await vi.advanceTimersByTimeAsync(10);
  expect(Source.all).toHaveLength(3);
  await useLanguage('en');
  await vi.advanceTimersByTimeAsync(10);
});

test('once it is live again the session is checked, which may have ended meanwhile, and what failed is read again', async () => {
  const checked = vi.fn();
  const stop = onSessionCheck(checked);
  const server = fakeServer();
  server.refuse(getWallet, 'internalError', 'broken');
  const { page } = mount(<Wallet />);
  await listening();
  expect(page.getByText('failed')).toBeTruthy();
  const before = checked.mock.calls.length;
  const reads = server.requestsTo(getWallet).length;
  newest().onerror?.();
  await vi.advanceTimersByTimeAsync(1_100);
  newest().onopen?.();
  await vi.advanceTimersByTimeAsync(10);
  expect(checked.mock.calls.length).toBe(before + 1);
  expect(server.requestsTo(getWallet).length).toBe(reads + 1);
  stop();
});

function Wallet() {
  return <p>{useRead(getWallet, {}).error === null ? 'read' : 'failed'}</p>;
}

test('a page that comes back to the front or finds its network again does not wait for the next try', async () => {
  await listening();
  newest().onerror?.();
  await vi.advanceTimersByTimeAsync(10);
  const tries = Source.all.length;
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(10);
  expect(Source.all).toHaveLength(tries + 1);
  newest().onopen?.();
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(10);
  expect(Source.all).toHaveLength(tries + 1);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(10);
  expect(Source.all).toHaveLength(tries + 2);
});

test('figures are polled while the stream is behind, and an event reaches its listeners until they are gone', async () => {
  const { page, unmount } = await listening();
  expect(page.getByText('false')).toBeTruthy();
  heard.length = 0;
  newest().dispatchEvent(new MessageEvent('balances', { data: '{}', lastEventId: '7' }));
  expect(heard).toHaveLength(1);
  newest().onerror?.();
  await vi.advanceTimersByTimeAsync(6_100);
  expect(page.getByText('700')).toBeTruthy();
  unmount();
  newest().onopen?.();
  newest().dispatchEvent(new MessageEvent('balances', { data: '{}', lastEventId: '8' }));
  expect(heard).toHaveLength(1);
  expect(stream.state()).not.toBe('behind');
});
