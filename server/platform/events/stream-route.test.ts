import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { streamRoute } from './stream-route.ts';

const session = { memberId: 7n, username: 'somebody', locale: 'en', timeZone: 'UTC' } as const;

/** Whose events a page gets, and whose missed ones. */
async function openAs(query: Readonly<Record<string, string>>, signedIn: typeof session | null = session) {
  const seen: { attached: bigint | null; caughtUp: bigint | null } = { attached: null, caughtUp: null };
  const route = streamRoute({
    hub: {
      attach(_response, { memberId }) {
        seen.attached = memberId;
        return { send: () => undefined } as never;
      },
    },
    delivery: {
      async catchUp(_page, memberId) {
        seen.caughtUp = memberId;
      },
    },
    feeds: [],
  });
  await route.open({
    query,
    session: signedIn,
    operator: null,
    locale: 'en',
    response: {} as ServerResponse,
    log: silentLog,
  });
  return seen;
}

test('a page gets the events of the session’s member, unless it shows another account', async () => {
  const own = { attached: 7n, caughtUp: 7n };
  expect(await openAs({})).toEqual(own);
  expect(await openAs({ account: 'somebody', after: '12' })).toEqual(own);
  const none = { attached: null, caughtUp: null };
  expect(await openAs({ account: 'another1', after: '12' })).toEqual(none);
  expect(await openAs({ account: 'somebody' }, null)).toEqual(none);
});
