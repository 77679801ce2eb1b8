import { bug, mutantsOf } from '../mutant.ts';

/** What the app is composed of, its database, its HTTP server, approvals, and the tools beside it. */
export const platformParts = mutantsOf('platform', [
  {
    file: 'server/app.ts',
    tests: ['server/test/composed-app.test.ts'],
    bugs: [
      bug(
        'the parts opened before one that fails stay open',
        `  } catch (error) {
    await close();
    throw error;`,
        `  } catch (error) {
    throw error;`,
      ),
      bug(
        'recoveries whose wait is over take no effect',
        `    ['recoveries', minuteMs, recovery.finish],
`,
        '',
      ),
      bug(
        'the app closes its database before what uses it',
        'for (const closeOne of opened.splice(0).reverse()) {',
        'for (const closeOne of opened.splice(0)) {',
      ),
      bug(
        'the trial balance is never checked',
        `    ['trial balance', 10 * minuteMs, () => checkBooks({ pool, log, wallNow: clock.wallNow })],
`,
        '',
      ),
      bug(
        'images that nothing claimed are kept for ever',
        `['unused images', 60 * minuteMs, images.removeWaiting],`,
        '',
      ),
    ],
  },
  {
    file: 'server/ledger/failures.ts',
    tests: ['server/ledger/failures.test.ts'],
    bugs: [
      bug(
        'a call that the ledger refused for being busy is called a bug',
        '[LedgerBusy, LedgerClosed, LedgerOutcomeUnknown, LedgerUnavailable]',
        '[LedgerClosed, LedgerOutcomeUnknown, LedgerUnavailable]',
      ),
    ],
  },
  {
    file: 'server/platform/http/require-actor.ts',
    tests: ['server/platform/http/access.test.ts'],
    bugs: [
      bug(
        'a page of the console that reconnects by itself keeps its session from ending',
        'find: (token) => operatorSessions.find(token, false),',
        'find: (token) => operatorSessions.find(token),',
      ),
    ],
  },
  {
    file: 'server/platform/http/api-call.ts',
    tests: ['server/platform/http/access.test.ts'],
    bugs: [
      bug(
        'a page that polls by itself keeps the session from ending',
        'this.#request.headers[unattendedHeader] !== unattendedHeaderValue',
        'this.#request.headers[unattendedHeader] !== undefined',
      ),
    ],
  },
  {
    file: 'server/platform/http/http-server.ts',
    tests: ['server/platform/http/state-changes.test.ts'],
    bugs: [
      bug(
        'requests after the one that closed the connection are answered all the same',
        `if (request.raw.socket?.destroyed) reply.hijack();
    else next();`,
        'next();',
      ),
    ],
  },
  {
    file: 'server/platform/http/http-server.ts',
    tests: ['server/platform/http/failed-calls.test.ts'],
    bugs: [
      bug(
        'a fault of the server while it reads a request is called malformed',
        'if (status >= 500 || !Number.isInteger(status)) {',
        'if (status > 500 || !Number.isInteger(status)) {',
      ),
    ],
  },
  {
    file: 'server/platform/approvals/reviews.ts',
    tests: ['server/platform/approvals/reviews.test.ts'],
    bugs: [
      bug(
        'an approval that came too late is called decided',
        `approval.status === 'expired' ? 'approvalExpired' : 'approvalOver'`,
        `approval.status === 'open' ? 'approvalExpired' : 'approvalOver'`,
      ),
    ],
  },
  {
    file: 'server/platform/approvals/approvals.ts',
    tests: ['server/platform/approvals/approvals.test.ts'],
    bugs: [
      bug(
        'the act of a decision on a funding is in the log of a member',
        'memberId: memberId === 0n ? null : memberId,',
        'memberId,',
      ),
    ],
  },
  {
    file: 'tools/log/verify.ts',
    tests: ['server/test/backup-tool.test.ts'],
    bugs: [
      bug(
        'of the roots that somebody kept none is held against the log',
        'values.roots === undefined ? [] : headsIn(values.roots)',
        '[] as LogHead[]',
      ),
    ],
  },
  {
    file: 'server/platform/database/embedded-server.ts',
    tests: ['server/platform/database/embedded-server.test.ts'],
    bugs: [
      bug(
        'a database server that dies at once is started for ever',
        'deaths = Date.now() - upSince < shortLifeMs ? deaths + 1 : 1;',
        'deaths = Date.now() - upSince > shortLifeMs ? deaths + 1 : 1;',
      ),
      bug(
        'a database server that dies within seconds is started for ever',
        'const shortLifeMs = 10_000;',
        'const shortLifeMs = 10;',
      ),
      bug(
        'a database server that died once a day is given up after ten days',
        'deaths = Date.now() - upSince < shortLifeMs ? deaths + 1 : 1;',
        'deaths += 1;',
      ),
    ],
  },
  {
    file: 'server/platform/database/server-account.ts',
    tests: ['server/platform/database/server-account.test.ts'],
    bugs: [
      bug(
        'the database server’s account may write every file where to read them is enough',
        "['dac_read_search', 'dac_override']",
        "['dac_override', 'dac_read_search']",
      ),
    ],
  },
  {
    file: 'server/main.ts',
    tests: ['server/test/main.test.ts'],
    bugs: [
      bug(
        'a second Ctrl-C does not end the process',
        `if (isImpatient) endAtOnce();
`,
        `
`,
      ),
    ],
  },
  {
    file: 'server/platform/http/stream-routes.ts',
    tests: ['server/platform/http/stream-routes.test.ts'],
    bugs: [
      bug(
        'a look whether an operator is still signed in draws out the session',
        '(await sessions.find(token, false))',
        '(await sessions.find(token, true))',
      ),
    ],
  },
  {
    file: 'server/platform/http/api-routes.ts',
    tests: ['server/platform/http/state-changes.test.ts'],
    bugs: [
      bug(
        'a key for money is read from a call that only reads, and refused',
        `if (operation.effect === 'money') call.readIdempotencyKey();`,
        'call.readIdempotencyKey();',
      ),
    ],
  },
  {
    file: 'server/platform/http/api-routes.ts',
    tests: ['server/platform/http/access.test.ts'],
    bugs: [
      bug(
        'the operator of a refused call is not in the security log',
        'actor && (isOperator(actor) ? { operator: actor.operator } : { memberId: actor.memberId })',
        'actor && !isOperator(actor) && { memberId: actor.memberId }',
      ),
    ],
  },
  {
    file: 'server/platform/factors/passkey-challenges.ts',
    tests: ['server/features/identity/passkeys.test.ts'],
    bugs: [
      bug(
        'a challenge made for another member’s passkey adds one to this account',
        'taken.purpose === purpose && taken',
        `taken.purpose.split(' ')[0] === purpose.split(' ')[0] && taken`,
      ),
    ],
  },
  {
    file: 'server/platform/metrics.ts',
    tests: ['server/test/composed-app.test.ts'],
    bugs: [
      bug(
        'refusals are published under another name, and alerts on them stay silent',
        "name: 'clearlot_refusals_total'",
        "name: 'clearlot_refusals'",
      ),
    ],
  },
  {
    file: 'tools/operator/operators.ts',
    tests: ['server/test/operator-tool.test.ts'],
    bugs: [bug('a link for an operator who has ended is printed at the server', ' and ended_at is null`', '`')],
  },
]);
