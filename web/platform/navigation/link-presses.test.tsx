// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '#web/ui/mounted.fixture.tsx';
import { showNotLoaded } from '../not-loaded.ts';
import { Go, useGo, useGoBack } from './link.tsx';
import { useQueryParameter } from './navigation.tsx';
import { changePage } from './page-change.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'startViewTransition');
  delete document.documentElement.dataset.slide;
});

function Ways() {
  const go = useGo();
  return (
    <>
      <Go to="/orders" label="Orders" current>
        Orders
      </Go>
      <button type="button" onClick={() => go('/tab4')}>
        go
      </button>
      <button type="button" onClick={useGoBack('/homeTab')}>
        back
      </button>
      <p>{useQueryParameter('plan')}</p>
      <p>{useQueryParameter('other') ?? 'none'}</p>
    </>
  );
}

test('a plain press follows a link within the app; one with a modifier or another button is the browser’s', () => {
  const { page, went } = mount(<Ways />, { path: '/tab1?plan=A1' });
  const link = page.getByText('Orders');
  expect([link.getAttribute('href'), link.getAttribute('aria-current')]).toEqual(['/orders', 'page']);
  for (const modifier of [{ metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])
    expect([modifier, fireEvent.click(link, modifier)]).toEqual([modifier, true]);
  expect(went).toEqual([]);
  expect(fireEvent.click(link)).toBe(false);
  fireEvent.click(page.getByText('go'));
  fireEvent.click(page.getByText('back'));
  expect(went).toEqual(['/orders', '/tab4', '/homeTab']);
  expect(page.getByText('A1')).toBeTruthy();
  expect(page.getByText('none')).toBeTruthy();
});

test('a page slides in where the browser can and the member wants it, and is drawn at once otherwise', () => {
  const still = { matches: false };
  vi.stubGlobal('matchMedia', () => still);
  const draw = vi.fn();
  changePage('forward', draw);
  expect(draw).toHaveBeenCalledTimes(1);
  const transition = vi.fn((update: () => void) => {
    update();
    return { ready: Promise.reject(new Error('interrupted')), finished: Promise.reject(new Error('interrupted')) };
  });
  Object.assign(document, { startViewTransition: transition });
  changePage('forward', draw);
  expect([draw.mock.calls.length, transition.mock.calls.length]).toEqual([2, 1]);
  expect(document.documentElement.dataset.slide).toBe('forward');
  changePage('none', draw);
  still.matches = true;
  changePage('back', draw);
  still.matches = false;
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  changePage('back', draw);
  hidden.mockRestore();
  expect([draw.mock.calls.length, transition.mock.calls.length]).toEqual([5, 1]);
});

test('without any code the page says so in plain words', () => {
  showNotLoaded();
  expect(document.body.textContent).toBe('Clearlot could not be loaded. Check your connection and reload the page.');
});
