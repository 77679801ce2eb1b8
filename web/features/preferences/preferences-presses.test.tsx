// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { languages } from '#web/platform/i18n/registry.ts';
import { captureInstallPrompt } from '#web/platform/installed/install.ts';
import { themeStore } from '#web/platform/theme.ts';
import { mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { AboutCard } from './about-card.tsx';
import { Appearance } from './appearance.tsx';
import { InstallCard } from './install-card.tsx';
import { LanguageButton } from './language-button.tsx';
import { LanguageList } from './language-list.tsx';
import { LanguageRow } from './language-row.tsx';
import { UpdateNote } from './update-note.tsx';

const update = vi.hoisted(() => ({ isReady: false, listeners: new Set<() => void>(), take: vi.fn() }));
vi.mock('#web/platform/installed/app-update.ts', () => ({
  appUpdate: {
    isReady: () => update.isReady,
    take: update.take,
    subscribe: (listener: () => void) => {
      update.listeners.add(listener);
      return () => void update.listeners.delete(listener);
    },
  },
}));

beforeAll(() => useLanguage('en'));
afterEach(() => {
  vi.restoreAllMocks();
  themeStore.choose('system');
  localeStore.choiceSaved('en');
});

test('the theme is the one that was pressed, on the document as well, until the phone decides again', async () => {
  const { page, user } = mount(<Appearance />);
  const pressed = () => page.getAllByRole('button').filter((one) => one.getAttribute('aria-pressed') === 'true');
  expect(pressed().map(({ textContent }) => textContent)).toEqual(['As the phone']);
  for (const [name, choice] of [
    ['Dark', 'dark'],
    ['Light', 'light'],
  ] as const) {
    await user.click(page.getByRole('button', { name }));
    expect(pressed().map(({ textContent }) => textContent)).toEqual([name]);
    expect([themeStore.choice(), document.documentElement.dataset.theme]).toEqual([choice, choice]);
  }
  await user.click(page.getByRole('button', { name: 'As the phone' }));
  expect(themeStore.choice()).toBe('system');
});

test('a language is chosen by its own name, and the sheet closes; one that cannot be loaded leaves it open', async () => {
  const choose = vi.spyOn(localeStore, 'choose');
  const { page, user, toast } = mount(<LanguageButton />);
  await user.click(page.getByRole('button', { name: 'Language and appearance' }));
  expect(page.getByRole('button', { name: 'English' }).getAttribute('aria-pressed')).toBe('true');
  const others = languages.filter(({ locale }) => locale !== 'en');
  for (const { name } of others) {
    expect(page.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('false');
  }
  expect(page.getByRole('button', { name: 'Dark' })).toBeTruthy();
  choose.mockRejectedValueOnce(new Error('offline'));
  await user.click(page.getByRole('button', { name: others[0]?.name ?? '' }));
  await expect.poll(toast).toContain('Clearlot cannot be reached');
  expect(choose).toHaveBeenLastCalledWith(others[0]?.locale);
  expect(page.getByRole('button', { name: 'English' })).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'English' }));
  await expect.poll(() => page.queryByRole('button', { name: 'English' })).toBeNull();
  expect(choose).toHaveBeenLastCalledWith('en');
  await user.click(page.getByRole('button', { name: 'Language and appearance' }));
  await user.click(page.getByRole('button', { name: 'Close' }));
  expect(page.queryByRole('button', { name: 'English' })).toBeNull();
});

test('the list of languages works without a sheet; the row has the one in use, and leads to the list', async () => {
  const { page, user } = mount(
    <>
      <LanguageRow />
      <LanguageList />
      <AboutCard />
    </>,
  );
  const row = page.getByRole('link');
  expect([row.getAttribute('href'), row.textContent]).toEqual(['/yuyanshezhi', 'LanguageEnglish']);
  expect(page.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(languages.map(({ name }) => name));
  await user.click(page.getByRole('button', { name: 'English' }));
  expect(localeStore.unsavedChoice()).toBe('en');
  expect(page.getByText('About Clearlot')).toBeTruthy();
});

test('the app is installed by the browser’s own question, once; without one, by hand', async () => {
  captureInstallPrompt();
  const { page, user } = mount(<InstallCard />);
  expect(page.getByText(/Add to Home Screen/)).toBeTruthy();
  expect(page.queryByRole('button')).toBeNull();
  const prompt = vi.fn(async () => undefined);
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(offer));
  expect([offer.defaultPrevented, page.queryByText(/Add to Home Screen/)]).toEqual([true, null]);
  await user.click(page.getByRole('button', { name: 'Install as an app' }));
  expect(prompt).toHaveBeenCalledTimes(1);
  expect(page.queryByRole('button')).toBeNull();
  act(() => void window.dispatchEvent(new Event('appinstalled')));
  expect(page.getByText('Clearlot is installed on this phone')).toBeTruthy();
  expect(page.queryByText(/Add to Home Screen/)).toBeNull();
});

test('a newer version is offered once it is there, and taken at a press', async () => {
  const { page, user } = mount(<UpdateNote />);
  expect(page.queryByRole('button')).toBeNull();
  act(() => {
    update.isReady = true;
    for (const listener of update.listeners) listener();
  });
  expect(page.getByText('A new version of Clearlot is ready').closest('[role=status]')).toBeTruthy();
  expect(update.take).not.toHaveBeenCalled();
  await user.click(page.getByRole('button', { name: 'Reload' }));
  expect(update.take).toHaveBeenCalledTimes(1);
});
