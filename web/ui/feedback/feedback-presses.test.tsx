// @vitest-environment happy-dom
import { onlineManager, useMutation } from '@tanstack/react-query';
import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { getUnread } from '#contract/support.ts';
import { ApiFailure, ApiRefusal, SessionOver } from '#web/platform/api/refusal.ts';
import { alerts } from '../form/filled.fixture.ts';
import { CopyRow } from '../layout/copy-row.tsx';
import { ListEnd } from '../layout/list-end.tsx';
import { PagedList } from '../layout/paged-list.tsx';
import { MarkAllRead } from '../layout/unread.tsx';
import { mount } from '../mounted.fixture.tsx';
import { saveWire } from '../proof/save-wire.ts';
import { useLanguage } from '../shown.fixture.tsx';
import { copyText } from './copy-text.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Loaded } from './loaded.tsx';
import { Note } from './note.tsx';
import { outcomeToasts, useFailureToast } from './outcome-toasts.ts';
import { PaperNote } from './paper-note.tsx';
import { saveFile } from './save-file.ts';
import { EmptyState, OfflineBar } from './states.tsx';
import { showToast } from './toast.tsx';
import { WaitingNote } from './waiting-note.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('what could not be loaded is asked for again at a press; an empty state acts where there is something to do', async () => {
  const refetch = vi.fn();
  const { page, user, container, rerender } = mount(
    <Loaded query={{ data: undefined, error: new ApiFailure('timeout'), refetch }} height={10}>
      {() => 'here'}
    </Loaded>,
  );
  expect(alerts()).toEqual([expect.stringContaining('No answer came in time')]);
  await user.click(page.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledTimes(1);
  rerender(
    <Loaded query={{ data: undefined, error: null, refetch }} height={10}>
      {() => 'here'}
    </Loaded>,
  );
  expect([alerts(), container.querySelectorAll('[style*="height: 10px"]').length]).toEqual([[], 1]);
  const onPress = vi.fn();
  rerender(<EmptyState icon="bars" title="None" action={{ label: 'Begin', onPress }} />);
  await user.click(page.getByRole('button', { name: 'Begin' }));
  expect(onPress).toHaveBeenCalledTimes(1);
});

test('a reader of screens hears that the phone is offline: the words come into a region that was there before', () => {
  const { page } = mount(<OfflineBar />);
  const regions = page.getAllByRole('status');
  act(() => onlineManager.setOnline(false));
  expect(regions).toContain(page.getByText(/You are offline/).closest('[role=status]'));
  act(() => onlineManager.setOnline(true));
  expect(page.queryByText(/You are offline/)).toBeNull();
});

test('the next page is asked for by its button, once while it is on its way, and by the end of a list that comes near', async () => {
  const fetchNextPage = vi.fn(async () => ({ data: { pages: [['a'], ['b']] }, isError: false }));
  const list = (isFetchingNextPage: boolean) => (
    <PagedList
      list={{
        data: { pages: [['a']] },
        error: null,
        hasNextPage: true,
        isFetchingNextPage,
        refetch: vi.fn(),
        fetchNextPage,
      }}
      height={10}
      empty="nothing"
      moreText="more"
    >
      {(items) => items.join()}
    </PagedList>
  );
  const { page, user, rerender } = mount(list(false));
  await user.click(page.getByRole('button', { name: 'more' }));
  rerender(list(true));
  await user.click(page.getByRole('button', { name: 'more' }));
  expect(fetchNextPage).toHaveBeenCalledTimes(1);

  let come: ((entries: { isIntersecting: boolean }[]) => void) | null = null;
  const [observe, disconnect] = [vi.fn(), vi.fn()];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly observe = observe;
      readonly disconnect = disconnect;
      constructor(callback: typeof come) {
        come = callback;
      }
    },
  );
  const onReach = vi.fn();
  const end = (more: boolean, loading: boolean) => (
    <ListEnd more={more} loading={loading} onReach={onReach} loadingText="loading" endText="the end" />
  );
  rerender(end(false, false));
  rerender(end(true, true));
  expect(observe).not.toHaveBeenCalled();
  rerender(end(true, false));
  const reach = (isIntersecting: boolean) => (come as unknown as NonNullable<typeof come>)([{ isIntersecting }]);
  reach(false);
  expect(onReach).not.toHaveBeenCalled();
  reach(true);
  expect(onReach).toHaveBeenCalledTimes(1);
  rerender(end(true, true));
  expect(disconnect).toHaveBeenCalledTimes(1);
  rerender(
    <MarkAllRead busy={false} onPress={onReach}>
      all read
    </MarkAllRead>,
  );
  await user.click(page.getByRole('button', { name: 'all read' }));
  expect(onReach).toHaveBeenCalledTimes(2);
});

test('a toast stays for a moment, gives way to a newer one, and goes at a touch; one of a page that leaves is not shown', async () => {
  vi.useFakeTimers();
  const { toast, container } = mount(null);
  const pass = async (ms: number) => await act(() => vi.advanceTimersByTimeAsync(ms));
  act(() => showToast('first', 'success'));
  expect(container.querySelector('[aria-live]')?.textContent).toBe('first');
  expect(container.querySelector('[popover] path')?.getAttribute('d')).toContain('M5 12.5');
  await pass(3_000);
  act(() => showToast('second', 'failure'));
  await pass(3_400);
  expect(toast()).toBe('second');
  await pass(200);
  expect(toast()).toBe('');
  act(() => outcomeToasts.onError(new SessionOver()));
  expect(toast()).toBe('');
  act(() => outcomeToasts.onSuccess({ message: 'third' }));
  fireEvent.pointerDown(container.querySelector('[popover] span') as Element);
  expect(toast()).toBe('');
});

function Failing({ error }: { readonly error: Error | null }) {
  useFailureToast(error);
  return null;
}

test('a failure is shown once, though each try of a poll fails anew; another one, or the same after an answer, again', async () => {
  const error = new ApiRefusal('serverBusy', 'Busy');
  const { toast, rerender } = mount(<Failing error={null} />);
  expect(toast()).toBe('');
  rerender(<Failing error={error} />);
  await expect.poll(toast).toBe('Busy');
  act(() => showToast('other'));
  rerender(<Failing error={error} />);
  expect(toast()).toBe('other');
  rerender(<Failing error={new ApiRefusal('serverBusy', 'Busy')} />);
  expect(toast()).toBe('other');
  rerender(<Failing error={new ApiRefusal('serverBusy', 'Still busy')} />);
  await expect.poll(toast).toBe('Still busy');
  rerender(<Failing error={null} />);
  act(() => showToast('other'));
  rerender(<Failing error={new ApiRefusal('serverBusy', 'Still busy')} />);
  await expect.poll(toast).toBe('Still busy');
});

test('a text is copied, or selected for it where the browser refuses; a file is offered under its name', async () => {
  const { page, user, toast } = mount(<CopyRow title="Address" text="0xabc" action="Copy" />);
  await user.click(page.getByRole('button', { name: 'Copy' }));
  await expect.poll(toast).toBe('Copied');
  expect(await navigator.clipboard.readText()).toBe('0xabc');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  await user.click(page.getByRole('button', { name: 'Copy' }));
  await expect.poll(toast).not.toBe('Copied');
  expect(window.getSelection()?.toString()).toBe('0xabc');
  await act(() => copyText('x'));
  expect(toast()).toBe('Copying did not work. Select the text and copy it by hand.');

  const saved: HTMLAnchorElement[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this);
  });
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:7');
  // The browser may still read it after the press.
  const taken = vi.spyOn(URL, 'revokeObjectURL');
  saveFile('a.txt', 'text/plain', 'hello');
  expect(saved.map(({ href, download }) => [href, download])).toEqual([['blob:7', 'a.txt']]);
  expect(taken).not.toHaveBeenCalled();
  const [blob] = made.mock.calls[0] as [Blob];
  expect([blob.type, await blob.text()]).toEqual(['text/plain', 'hello']);
  saveWire('b.json', getUnread, { unread: 7 });
  const [wire] = made.mock.calls[1] as [Blob];
  expect([saved[1]?.download, wire.type, await wire.text()]).toEqual([
    ...['b.json', 'application/json', '{\n  "unread": 7\n}'],
  ]);
});

function Waiting({ run }: { readonly run: (input: number) => Promise<{ message: string }> }) {
  return (
    <WaitingNote title="Waits" action="Stop" cancelling={useMutation({ mutationFn: run })} input={7}>
      until noon
    </WaitingNote>
  );
}

test('what waits is called off once, with what came of it; a note leads to where something can be done', async () => {
  const { promise, resolve } = Promise.withResolvers<{ message: string }>();
  const run = vi.fn((_: number) => promise);
  const { page, user, toast, rerender, went } = mount(<Waiting run={run} />);
  expect(page.getByRole('complementary').textContent).toBe('Waitsuntil noonStop');
  await user.click(page.getByRole('button', { name: 'Stop' }));
  await user.click(page.getByRole('button', { name: 'Stop' }));
  resolve({ message: 'Stopped' });
  await expect.poll(toast).toBe('Stopped');
  expect(run.mock.calls.map(([input]) => input)).toEqual([7]);
  rerender(
    <>
      <Note title="Closed" link={{ label: 'Look', to: '/orders' }}>
        no more
      </Note>
      <PaperNote of="withdrawals" />
    </>,
  );
  await user.click(page.getByRole('button', { name: 'Look' }));
  expect(went).toEqual(['/orders']);
});

function Broken(): never {
  throw new Error('broken');
}

test('a screen that fails gives way to another one', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { container } = mount(
    <ErrorBoundary fallback="went wrong">
      <Broken />
    </ErrorBoundary>,
  );
  expect(container.textContent).toBe('went wrong');
  expect(said.mock.calls.map(([words]) => words)).toContain('a screen failed');
});
