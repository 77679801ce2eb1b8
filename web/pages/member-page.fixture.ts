import { afterEach, beforeAll, beforeEach } from 'vitest';
import { session } from '#web/platform/session/session.ts';
import { type FakeServer, fakeServer } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { fakeStream } from '#web/ui/stream.fixture.ts';

/** In each test a member is signed in on this phone; `prepare` gets the server that the page calls. */
export function asMember(prepare: (server: FakeServer) => void): void {
  beforeAll(() => useLanguage('en'));
  beforeEach(() => {
    sessionStorage.clear();
    fakeStream();
    session.signIn('newcomer7');
    prepare(fakeServer());
  });
  afterEach(() => session.signOut());
}
