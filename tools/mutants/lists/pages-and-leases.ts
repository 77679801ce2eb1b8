import { bug, mutantsOf } from '../mutant.ts';

export const orderPages = mutantsOf('rounds', [
  {
    file: 'server/features/rounds/order-store.ts',
    tests: ['server/features/rounds/round-races.test.ts'],
    bugs: [
      bug(
        'of unpaid orders, read a page after the other, some are left out',
        'order by member_id, id limit',
        'order by id limit',
      ),
    ],
  },
  {
    file: 'server/features/rounds/round-transfers.ts',
    tests: ['server/features/rounds/order-limits.test.ts'],
    bugs: [
      bug(
        'running orders of other rounds count against the most orders of a round',
        'count(*) filter (where own.round_id = placed.round_id) as of_round',
        'count(*) as of_round',
      ),
    ],
  },
]);

export const captchaAndLocks = mutantsOf('accounts', [
  {
    file: 'server/features/security/change-withdrawal-password.ts',
    tests: ['server/features/security/withdrawal-passwords.test.ts'],
    bugs: [
      bug(
        'a wrong login password at the first withdrawal password uses up the captcha',
        `  await identity.reauthenticate(call, { password: login, factor });
  await identity.requireCaptcha(call, code);
  return null;`,
        `  await identity.requireCaptcha(call, code);
  await identity.reauthenticate(call, { password: login, factor });
  return null;`,
      ),
    ],
  },
  {
    file: 'server/features/security/withdrawal-passwords.ts',
    tests: ['server/features/security/withdrawal-passwords.test.ts'],
    bugs: [
      bug(
        'whether a withdrawal password is locked now is decided by the product clock',
        'if (secondsLocked(run, dependencies.wallNow()) > 0)',
        'if (secondsLocked(run, dependencies.clock.now()) > 0)',
      ),
    ],
  },
]);

export const reportTimes = mutantsOf('tasks', [
  {
    file: 'server/features/tasks/report-verification.ts',
    tests: ['server/features/tasks/recorded-acts.test.ts'],
    bugs: [bug('a verified result is recorded at wall time', 'at: new Date(clock.now())', 'at: new Date()')],
  },
]);

export const firstApprovals = mutantsOf('withdrawals', [
  {
    file: 'server/features/withdrawals/reviewed-withdrawals.ts',
    tests: ['server/features/withdrawals/list-reviewed-withdrawals.test.ts'],
    bugs: [
      bug(
        'after the first of two approvals the console shows the counts the wrong way round',
        "status: 'open' as const, approvals: review.approvals, needed: review.needed",
        "status: 'open' as const, approvals: review.needed, needed: review.approvals",
      ),
    ],
  },
]);

export const pagesInBulk = mutantsOf('ledger', [
  {
    file: 'server/ledger/committer.ts',
    tests: ['server/ledger/pages.test.ts'],
    bugs: [
      bug(
        'bulk transfers count among those that callers wait for',
        '    return this.#waiting.length;',
        '    return this.#waiting.length + this.#bulk.length;',
      ),
    ],
  },
  {
    file: 'server/ledger/ledger.ts',
    tests: ['server/ledger/pages.test.ts'],
    bugs: [
      bug('pages in bulk are done with the newest of them', 'await Promise.all(underWay);', 'await underWay.at(-1);'),
    ],
  },
]);

export const runningCandles = mutantsOf('market', [
  {
    file: 'server/market/candle-cache.ts',
    tests: ['server/market/candle-cache.test.ts'],
    bugs: [
      bug(
        'the unfinished candle of a longer interval misses the low of the running minute',
        'low: Math.min(begun.low, minute.low),',
        'low: Math.min(begun.low, minute.close),',
      ),
    ],
  },
]);

export const causeIds = mutantsOf('database', [
  {
    file: 'server/migrations/0039-changed-causes.sql',
    tests: ['server/test/changed-causes.test.ts'],
    bugs: [bug('the approval of one cause names another', ' and r.item = new.id and', ' and')],
  },
  {
    file: 'server/platform/database/database-watch.ts',
    tests: ['server/platform/database/database-watch.test.ts'],
    bugs: [
      bug(
        'of a silent connection and the one that replaces it the silent one is kept',
        "giveUpConnections(url, 'the server does not respond', kept);",
        "giveUpConnections(url, 'the server does not respond', current);",
      ),
    ],
  },
  {
    file: 'server/platform/database/postmaster-file.ts',
    tests: ['server/platform/database/embedded-server.test.ts'],
    bugs: [
      bug(
        'a database server that has ended, and is not taken off the list, counts as alive',
        "text.lastIndexOf(')') + 2",
        "text.lastIndexOf(')') + 1",
      ),
    ],
  },
  {
    file: 'server/platform/database/server-lease.ts',
    tests: ['server/platform/database/embedded-server.test.ts'],
    bugs: [
      bug(
        'a lease lost before it was listened to is never reported',
        `      listener = next;
      if (lost) next();`,
        '      listener = next;',
      ),
    ],
  },
]);

export const describedFields = mutantsOf('http', [
  {
    file: 'server/platform/http/open-api.ts',
    tests: ['server/platform/http/access.test.ts'],
    bugs: [
      bug(
        'the description leaves out that any call may be one too many',
        "  'crossSiteRefused',\n  'tooManyRequests',\n",
        "  'crossSiteRefused',\n",
      ),
      bug(
        'a field is described in the path where its name is a word of the path',
        'const isInPath = operation.path.includes(`{${name}}`);',
        'const isInPath = operation.path.includes(name);',
      ),
    ],
  },
  {
    file: 'server/platform/http/rate-limit.ts',
    tests: ['server/platform/http/limits.test.ts'],
    bugs: [
      bug(
        'buckets of the rate limit are forgotten a thousand times too early',
        'Math.ceil((allowance.burst / allowance.perSecond) * 1_000)',
        'Math.ceil(allowance.burst / allowance.perSecond)',
      ),
    ],
  },
  {
    file: 'server/platform/http/upload.ts',
    tests: ['server/test/image-uploads.test.ts'],
    bugs: [
      bug(
        'the limit of an image is named in megabytes of a million bytes',
        '{ mebibytes: bytesMax / mebibyte }',
        '{ mebibytes: bytesMax / 1_000_000 }',
      ),
    ],
  },
]);

export const chainedMembers = mutantsOf('operators', [
  {
    file: 'server/platform/operators/act-log.ts',
    tests: ['server/features/operators/operator-log.test.ts'],
    bugs: [
      bug(
        'the chain of acts leaves out which member an act was about',
        'memberId: memberId === null ? null : BigInt(memberId),',
        'memberId: memberId === null ? null : BigInt(id),',
      ),
    ],
  },
]);

export const packedDays = mutantsOf('tools', [
  {
    file: 'tools/candles/pack.ts',
    tests: ['tools/candles/own-recording.test.ts'],
    bugs: [
      bug(
        'whole days of five-minute candles are counted as of one-minute candles',
        'wholeDays(recordings, candleMinutes * minuteMs)',
        'wholeDays(recordings, minuteMs)',
      ),
    ],
  },
]);

export const shownFields = mutantsOf('screens', [
  {
    file: 'web/features/bank-card/card-form.ts',
    tests: ['web/features/bank-card/card-presses.test.tsx'],
    bugs: [
      bug(
        'a locked withdrawal password is not shown at its field of a card',
        `  withdrawalPasswordLocked: 'password',
`,
        '',
      ),
    ],
  },
  {
    file: 'web/features/content/help-accordion.tsx',
    tests: ['web/features/content/content-presses.test.tsx'],
    bugs: [
      bug(
        'a closed help text does not say that it is closed',
        'aria-expanded={open}',
        'aria-expanded={open || undefined}',
      ),
    ],
  },
]);
