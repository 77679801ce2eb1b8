// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { clientPiece } from './loading/client-piece.tsx';
import { Lazy, LazySheet, lazyComponent, usePrefetch } from './loading/lazy-component.tsx';
import { Carousel } from './motion/carousel.tsx';
import { MotionButton } from './motion/motion-button.tsx';
import { Ticker } from './motion/ticker.tsx';
import { mount } from './mounted.fixture.tsx';
import { useLanguage } from './shown.fixture.tsx';

beforeAll(() => useLanguage('en'));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = async (ms: number) => await act(() => vi.advanceTimersByTimeAsync(ms));

test('a list that is longer than its place moves on by a row every two seconds while it runs, and begins again', async () => {
  const rows = ['a', 'b', 'c', 'd'];
  const { page, rerender } = mount(<Ticker label="news" rows={rows} running />);
  const shown = () => page.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(shown()).toEqual(['a', 'b', 'c']);
  await pass(1_900);
  expect(shown()).toEqual(['a', 'b', 'c']);
  const [, second] = page.getAllByRole('listitem');
  await pass(200);
  expect(shown()).toEqual(['b', 'c', 'd']);
  // The row itself moves up: nothing else is drawn anew.
  expect(page.getAllByRole('listitem')[0]).toBe(second);
  await pass(4_000);
  expect(shown()).toEqual(['d', 'a', 'b']);
  rerender(<Ticker label="news" rows={rows} running={false} />);
  await pass(4_000);
  expect(shown()).toEqual(['d', 'a', 'b']);
  rerender(<Ticker label="news" rows={['a', 'b', 'c']} running />);
  await pass(4_000);
  expect(shown()).toEqual(['a', 'b', 'c']);
});

test('slides move on by themselves until a member takes over, and come round; a dot shows its own', async () => {
  const onStop = vi.fn();
  const scrolled: (number | undefined)[] = [];
  const slides = ['one', 'two', 'three'].map((key) => ({ key, label: `slide ${key}`, content: key }));
  const carousel = (running: boolean) => (
    <Carousel label="slides" slides={slides} everyMs={5_000} running={running} onStop={onStop} />
  );
  const { page, rerender } = mount(carousel(true));
  const rail = page.getByRole('list');
  Object.defineProperty(rail, 'clientWidth', { value: 100 });
  rail.scrollTo = ((to: ScrollToOptions) => {
    scrolled.push(to.left);
    rail.scrollLeft = to.left ?? 0;
    fireEvent.scroll(rail);
  }) as typeof rail.scrollTo;
  const here = () => page.getAllByRole('button').findIndex((dot) => dot.getAttribute('aria-current') === 'step');
  expect(here()).toBe(0);
  await pass(5_100);
  expect([scrolled, here()]).toEqual([[100], 1]);
  await pass(10_000);
  expect([scrolled, here()]).toEqual([[100, 200, 0], 0]);
  rerender(carousel(false));
  await pass(20_000);
  expect(scrolled).toHaveLength(3);
  fireEvent.click(page.getByRole('button', { name: 'slide three' }));
  expect([scrolled.at(-1), here(), onStop.mock.calls.length]).toEqual([200, 2, 1]);
  fireEvent.pointerDown(rail);
  expect(onStop).toHaveBeenCalledTimes(2);
});

test('what moves can be stopped and set going again', () => {
  const onToggle = vi.fn();
  const { page, container, rerender } = mount(<MotionButton running onToggle={onToggle} />);
  const icon = () => container.querySelector('path')?.getAttribute('d');
  const running = page.getByRole('button').getAttribute('aria-label');
  // Two upright bars while it moves, a closed triangle while it does not.
  expect(icon()).toMatch(/^M\S+ \S+v\d+ M\S+ \S+v\d+$/);
  fireEvent.click(page.getByRole('button'));
  rerender(<MotionButton running={false} onToggle={onToggle} />);
  fireEvent.click(page.getByRole('button'));
  expect(onToggle.mock.calls).toEqual([[false], [true]]);
  expect(page.getByRole('button').getAttribute('aria-label')).not.toBe(running);
  expect(icon()).toMatch(/^M[^Mv]+z$/);
});

const Part = ({ name }: { readonly name: string }) => <b>{name}</b>;

test('code that comes later has a placeholder; where it does not come, it is tried again, then the page is loaded anew', async () => {
  const load = vi.fn(async () => Part);
  load.mockRejectedValue(new Error('offline'));
  const code = lazyComponent(load);
  const { page, container } = mount(<Lazy code={code} props={{ name: 'here' }} fallback="waits" />);
  expect(container.textContent).toContain('waits');
  await pass(3_000);
  fireEvent.click(page.getByRole('button', { name: 'Try again' }));
  expect(container.textContent).toContain('waits');
  await pass(3_000);
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  fireEvent.click(page.getByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledTimes(1);
  load.mockResolvedValue(Part);
  load.mockRejectedValueOnce(new Error('offline'));
  mount(<Lazy code={code} props={{ name: 'here' }} fallback="waits" />);
  await pass(3_000);
  // A failure that passes by itself needs no press.
  expect(page.getByText('here')).toBeTruthy();
  expect(code.loaded()).toBe(Part);
  const calls = load.mock.calls.length;
  await code.load();
  expect(load).toHaveBeenCalledTimes(calls);
});

const Opened = ({ open }: { readonly open: boolean; readonly onClose: () => void }) => (
  <b>{open ? 'open' : 'closed'}</b>
);

test('a sheet is loaded when it is first opened; where its code does not come, it is closed and that is said', async () => {
  const load = vi.fn(async () => Opened);
  load.mockRejectedValue(new Error('offline'));
  const code = lazyComponent(load);
  const onClose = vi.fn();
  const sheet = (open: boolean) => <LazySheet code={code} props={{ open, onClose }} />;
  const { page, toast, rerender } = mount(sheet(false));
  await pass(3_000);
  expect(load).not.toHaveBeenCalled();
  rerender(sheet(true));
  await pass(3_000);
  expect([toast(), onClose.mock.calls.length]).toEqual([expect.stringContaining('cannot be reached'), 1]);
  rerender(sheet(false));
  load.mockResolvedValue(Opened);
  rerender(sheet(true));
  await pass(10);
  expect(page.getByText('open')).toBeTruthy();
  rerender(sheet(false));
  expect(page.getByText('closed')).toBeTruthy();
  // The page of this one is left before its code fails.
  const left = mount(
    <LazySheet
      code={lazyComponent(() => Promise.reject<typeof Opened>(new Error('offline')))}
      props={{ open: true, onClose }}
    />,
  );
  left.rerender(<p>another page</p>);
  await pass(3_000);
  expect([left.toast(), onClose.mock.calls.length]).toEqual(['', 1]);
});

function Prefetching({ components }: { readonly components: readonly { load: () => Promise<unknown> }[] }) {
  usePrefetch(components);
  return null;
}

test('code is fetched ahead once the page has settled, and a piece that does not come leaves its place to another', async () => {
  const load = vi.fn(async () => undefined);
  const { unmount } = mount(
    <Prefetching components={[{ load: () => Promise.reject(new Error('offline')) }, { load }]} />,
  );
  await pass(1_100);
  expect(load).not.toHaveBeenCalled();
  await pass(200);
  expect(load).toHaveBeenCalledTimes(1);
  unmount();
  mount(<Prefetching components={[{ load }]} />).unmount();
  await pass(2_000);
  expect(load).toHaveBeenCalledTimes(1);

  const Piece = clientPiece(async () => Part);
  const Gone = clientPiece<{ name: string }>(
    () => Promise.reject(new Error('offline')),
    ({ name }) => <i>{name} is missing</i>,
  );
  const { container } = mount(
    <>
      <Piece name="here" />
      <Gone name="there" />
    </>,
  );
  await pass(3_000);
  expect(container.textContent).toContain('herethere is missing');
});
