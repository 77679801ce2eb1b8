import { expect, test, vi } from 'vitest';
import { createNavigator, type Destination } from './navigator.ts';
import type { Slide } from './slide.ts';

interface Entry {
  readonly address: string;
  readonly state: unknown;
}

/** A browser with a history of its own, and an app of three rooms of which `/vault` needs a key. */
function phone(start: string) {
  const entries: Entry[] = [{ address: start, state: null }];
  let at = 0;
  let top = 0;
  let popped = () => {};
  const slides: Slide[] = [];
  const loads = new Map<string, () => Promise<string>>();
  const held = { key: false };
  const destination = (path: string, search: string): Destination<string> => {
    if (path === '/') return { redirect: '/hall' };
    if (path === '/vault' && !held.key) return { redirect: `/door?${new URLSearchParams({ next: path + search })}` };
    const order = { '/door': 1, '/hall': 2, '/vault': 3 }[path] ?? null;
    return { order, load: loads.get(path) ?? (async () => `page of ${path}`) };
  };
  const navigator = createNavigator<string>({
    destination,
    notLoaded: 'not loaded',
    history: {
      get state() {
        return entries[at]?.state;
      },
      pushState(state, _unused, address) {
        at += 1;
        entries.splice(at, entries.length, { address: String(address), state });
      },
      replaceState(state, _unused, address) {
        entries[at] = { address: String(address), state };
      },
      back() {
        at -= 1;
        popped();
      },
    },
    location: () => {
      const { pathname, search } = new URL(entries[at]?.address ?? '', 'http://phone');
      return { pathname, search };
    },
    scroll: () => top,
    scrollTo: (next) => {
      top = next;
    },
    change: (slide, update) => {
      slides.push(slide);
      update();
    },
  });
  const settled = new Promise<void>((resolve) => {
    popped = () => void navigator.follow().then(resolve);
  });
  return {
    navigator,
    slides,
    loads,
    held,
    settled,
    addresses: () => entries.map(({ address }) => address),
    scroll: (next?: number) => {
      if (next !== undefined) top = next;
      return top;
    },
  };
}

test('the first page is that of the address bar, behind its redirects, without a slide', async () => {
  const { navigator, addresses, slides } = phone('/');
  await navigator.follow();
  expect(navigator.shown()).toMatchObject({ page: 'page of /hall', place: { path: '/hall', search: '', index: 0 } });
  expect([addresses(), slides]).toEqual([['/hall'], ['none']]);
});

test('a page that needs a key leads to the door, which knows the way back', async () => {
  const { navigator, held } = phone('/hall');
  await navigator.follow();
  await navigator.go('/vault?room=2');
  expect(navigator.shown()?.place).toMatchObject({ path: '/door', search: '?next=%2Fvault%3Froom%3D2' });
  held.key = true;
  await navigator.go('/vault?room=2', { replace: true });
  expect(navigator.shown()?.place).toEqual({ path: '/vault', search: '?room=2', index: 1 });
});

test('the slide follows the order of the pages, and going back finds the page where it was left', async () => {
  const { navigator, held, slides, scroll, settled } = phone('/hall');
  held.key = true;
  await navigator.follow();
  scroll(321);
  await navigator.go('/vault');
  expect(scroll()).toBe(0);
  navigator.back('/hall');
  await settled;
  expect([navigator.shown()?.place.path, scroll()]).toEqual(['/hall', 321]);
  expect(slides).toEqual(['none', 'forward', 'back']);
});

test('the latest wish wins over one whose page comes late', async () => {
  const { navigator, loads, held } = phone('/hall');
  held.key = true;
  await navigator.follow();
  let deliver = (_page: string) => {};
  loads.set('/vault', () => new Promise((resolve) => (deliver = resolve)));
  const late = navigator.go('/vault');
  expect(navigator.loading()).toBe(true);
  await navigator.go('/door');
  deliver('too late');
  await late;
  expect(navigator.shown()?.page).toBe('page of /door');
  expect(navigator.loading()).toBe(false);
});

test('a page that could not be loaded says so at its address, and comes when it is asked for again', async () => {
  const { navigator, loads, addresses } = phone('/hall');
  await navigator.follow();
  loads.set('/door', () => Promise.reject(new Error('network')));
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await navigator.go('/door');
  expect([navigator.shown()?.page, addresses()]).toEqual(['not loaded', ['/hall', '/door']]);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
  loads.delete('/door');
  await navigator.follow();
  expect([navigator.shown()?.page, addresses()]).toEqual(['page of /door', ['/hall', '/door']]);
});

test('pressing the way to the page that is open goes to its top and adds nothing to the history', async () => {
  const { navigator, addresses, scroll } = phone('/hall');
  await navigator.follow();
  scroll(500);
  await navigator.go('/hall');
  expect([addresses(), scroll()]).toEqual([['/hall'], 0]);
});

test('back on the page that the app was opened with goes to the fallback', async () => {
  const { navigator, addresses } = phone('/door');
  await navigator.follow();
  navigator.back('/hall');
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect([navigator.shown()?.place.path, addresses()]).toEqual(['/hall', ['/hall']]);
});
