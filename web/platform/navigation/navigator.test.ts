import { expect, test, vi } from 'vitest';
import { createNavigator, type Destination } from './navigator.ts';
import type { Slide } from './slide.ts';

interface Entry {
  readonly address: string;
  readonly state: unknown;
}

/** A fake browser history, and an app of three pages of which `/member` needs a session. */
function browserAt(start: string) {
  const entries: Entry[] = [{ address: start, state: null }];
  let at = 0;
  let top = 0;
  let popped = () => {};
  const slides: Slide[] = [];
  const loads = new Map<string, () => Promise<string>>();
  const session = { isSignedIn: false };
  const destination = (path: string, search: string): Destination<string> => {
    if (path === '/') return { redirect: '/home' };
    if (path === '/member' && !session.isSignedIn)
      return { redirect: `/login?${new URLSearchParams({ next: path + search })}` };
    const order = { '/login': 1, '/home': 2, '/member': 3 }[path] ?? null;
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
    session,
    settled,
    addresses: () => entries.map(({ address }) => address),
    scroll: (next?: number) => {
      if (next !== undefined) top = next;
      return top;
    },
  };
}

test('the first page is that of the address bar, behind its redirects, without a slide', async () => {
  const { navigator, addresses, slides } = browserAt('/');
  await navigator.follow();
  expect(navigator.shown()).toMatchObject({ page: 'page of /home', location: { path: '/home', search: '', index: 0 } });
  expect([addresses(), slides]).toEqual([['/home'], ['none']]);
});

test('a page that needs a session redirects to the login, which has the path to return to', async () => {
  const { navigator, session } = browserAt('/home');
  await navigator.follow();
  await navigator.go('/member?room=2');
  expect(navigator.shown()?.location).toMatchObject({ path: '/login', search: '?next=%2Fmember%3Froom%3D2' });
  session.isSignedIn = true;
  await navigator.go('/member?room=2', { replace: true });
  expect(navigator.shown()?.location).toEqual({ path: '/member', search: '?room=2', index: 1 });
});

test('the slide follows the order of the pages, and going back finds the page where it was left', async () => {
  const { navigator, session, slides, scroll, settled } = browserAt('/home');
  session.isSignedIn = true;
  await navigator.follow();
  scroll(321);
  await navigator.go('/member');
  expect(scroll()).toBe(0);
  navigator.back('/home');
  await settled;
  expect([navigator.shown()?.location.path, scroll()]).toEqual(['/home', 321]);
  expect(slides).toEqual(['none', 'forward', 'back']);
});

test('a page that is followed to again opens at its top, wherever it was left before', async () => {
  const { navigator, session, scroll, settled } = browserAt('/home');
  session.isSignedIn = true;
  await navigator.follow();
  await navigator.go('/member');
  scroll(500);
  navigator.back('/home');
  await settled;
  await navigator.go('/member');
  expect([navigator.shown()?.location.path, scroll()]).toEqual(['/member', 0]);
});

test('the latest navigation wins over one whose page loads late', async () => {
  const { navigator, loads, session } = browserAt('/home');
  session.isSignedIn = true;
  await navigator.follow();
  let deliver = (_page: string) => {};
  loads.set('/member', () => new Promise((resolve) => (deliver = resolve)));
  const late = navigator.go('/member');
  expect(navigator.loading()).toBe(true);
  await navigator.go('/login');
  deliver('too late');
  await late;
  expect(navigator.shown()?.page).toBe('page of /login');
  expect(navigator.loading()).toBe(false);
});

test('a page that could not be loaded says so at its address, and loads on the next attempt', async () => {
  const { navigator, loads, addresses } = browserAt('/home');
  await navigator.follow();
  loads.set('/login', () => Promise.reject(new Error('network')));
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await navigator.go('/login');
  expect([navigator.shown()?.page, addresses()]).toEqual(['not loaded', ['/home', '/login']]);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
  loads.delete('/login');
  await navigator.follow();
  expect([navigator.shown()?.page, addresses()]).toEqual(['page of /login', ['/home', '/login']]);
});

test('a link to the current page scrolls to its top and adds no history entry', async () => {
  const { navigator, addresses, scroll } = browserAt('/home');
  await navigator.follow();
  scroll(500);
  await navigator.go('/home');
  expect([addresses(), scroll()]).toEqual([['/home'], 0]);
});

test('a link to the current page takes back a navigation that is still loading', async () => {
  const { navigator, loads } = browserAt('/home');
  await navigator.follow();
  const { promise, resolve } = Promise.withResolvers<string>();
  loads.set('/login', () => promise);
  const left = navigator.go('/login');
  await navigator.go('/home');
  resolve('too late');
  await left;
  expect([navigator.shown()?.location.path, navigator.loading()]).toEqual(['/home', false]);
});

test('going back on the first page of the session goes to the fallback', async () => {
  const { navigator, addresses } = browserAt('/login');
  await navigator.follow();
  navigator.back('/home');
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect([navigator.shown()?.location.path, addresses()]).toEqual(['/home', ['/home']]);
});

test('a query replaced on the page stays with its history entry, and does not scroll', async () => {
  const { navigator, addresses, slides, scroll, settled } = browserAt('/home');
  await navigator.follow();
  scroll(321);
  navigator.replaceSearch('?coin=BTC');
  expect([navigator.shown()?.location.search, addresses(), scroll(), slides]).toEqual([
    '?coin=BTC',
    ['/home?coin=BTC'],
    321,
    ['none'],
  ]);
  await navigator.go('/login');
  navigator.back('/home');
  await settled;
  expect(navigator.shown()?.location).toEqual({ path: '/home', search: '?coin=BTC', index: 0 });
});

test('a query is not replaced while another page is loading', async () => {
  const { navigator, loads, addresses } = browserAt('/home');
  await navigator.follow();
  loads.set('/login', () => new Promise(() => {}));
  void navigator.go('/login');
  navigator.replaceSearch('?coin=BTC');
  expect(addresses()).toEqual(['/home']);
});
