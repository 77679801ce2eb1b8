// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { deviceStorage } from './session/storage.ts';
import { startTheme, themeStore } from './theme.ts';

afterEach(() => {
  deviceStorage.removeItem('clearlot.theme');
  vi.unstubAllGlobals();
});

const shown = () => document.documentElement.dataset.theme;

test('a chosen theme is shown, kept and told; the phone’s own follows the phone', () => {
  const phone = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal('matchMedia', () => phone);
  const turn = (isLight: boolean) => {
    phone.matches = isLight;
    phone.dispatchEvent(new Event('change'));
  };
  startTheme();
  expect([themeStore.choice(), themeStore.theme(), shown()]).toEqual(['system', 'dark', 'dark']);
  const told = vi.fn();
  const stop = themeStore.subscribe(told);
  turn(true);
  expect([themeStore.theme(), shown(), told.mock.calls.length]).toEqual(['light', 'light', 1]);
  themeStore.choose('dark');
  expect([themeStore.choice(), shown(), told.mock.calls.length]).toEqual(['dark', 'dark', 2]);
  expect(deviceStorage.getItem('clearlot.theme')).toBe('dark');
  turn(true);
  expect(shown()).toBe('dark');
  themeStore.choose('light');
  turn(false);
  expect([themeStore.choice(), shown()]).toEqual(['light', 'light']);
  stop();
  const before = told.mock.calls.length;
  themeStore.choose('system');
  expect([themeStore.choice(), shown(), told.mock.calls.length]).toEqual(['system', 'dark', before]);
  expect(deviceStorage.getItem('clearlot.theme')).toBeNull();
  deviceStorage.setItem('clearlot.theme', 'rubbish');
  expect(themeStore.choice()).toBe('system');
});
