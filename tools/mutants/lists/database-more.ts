import { bug, mutantsOf } from '../mutant.ts';

/** The database’s server, its role and its waits. */
export const databaseMore = mutantsOf('database', [
  {
    file: 'server/platform/database/server-launch.ts',
    tests: ['server/platform/database/embedded-server.test.ts'],
    bugs: [bug('a database server that is killed while it starts is given up', ' || end.isKilled ||', ' ||')],
  },
  {
    file: 'server/migrations/0012-withdrawals.sql',
    tests: ['server/test/protection-waits.test.ts'],
    bugs: [
      bug(
        'a card that waits stops withdrawals to another',
        'where member_id = new.member_id and id = new.card_id and active_from',
        'where member_id = new.member_id and active_from',
      ),
    ],
  },
  {
    file: 'server/migrations/0021-rounds.sql',
    tests: ['server/features/financing/end-holding.test.ts'],
    bugs: [
      bug(
        'a member’s income leaves out the interest of products that ended early',
        `interest, 'financing' from holding where state <> 'running'`,
        `interest, 'financing' from holding where state = 'matured'`,
      ),
    ],
  },
  {
    file: 'server/migrations/0021-rounds.sql',
    tests: ['server/features/rounds/published-days.test.ts'],
    bugs: [
      bug(
        'a day’s seeds that were published during betting count',
        'published_at < round_closes_at(round_id)',
        'published_at < round_result_at(round_id)',
      ),
    ],
  },
  {
    file: 'server/migrations/0021-rounds.sql',
    tests: ['server/test/columns-that-stay.test.ts'],
    bugs: [bug('a follow that has ended places another round', ' or new.placed <> old.placed))', '))')],
  },
  {
    file: 'server/migrations/0030-member-deletion.sql',
    tests: ['server/test/protection-waits.test.ts'],
    bugs: [
      bug(
        'a recovery waits from when it was asked for',
        `(old.approved_at is null and new.takes_effect_at < protection_time(new.approved_at) + interval '71 hours 59 minutes')`,
        `(old.approved_at is null and new.takes_effect_at < new.asked_at + interval '71 hours 59 minutes')`,
      ),
    ],
  },
  {
    file: 'server/migrations/0054-ledger-read-by-its-functions.sql',
    tests: ['server/test/deleted-member.test.ts'],
    bugs: [
      bug(
        'an account is deleted while a deposit of it is on its way',
        `(state = 'seen' or (state = 'requested'`,
        `((state = 'requested'`,
      ),
    ],
  },
  {
    file: 'server/migrations/0054-ledger-read-by-its-functions.sql',
    tests: ['server/test/deletion-races.test.ts'],
    bugs: [
      bug(
        'an account is deleted beside a transfer under way',
        `  perform ledger.lock_member(new.member_id);
`,
        '',
      ),
    ],
  },
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: ['server/rewards/points-guards.test.ts'],
    bugs: [
      bug(
        'the first week is reached at any moment',
        `
      and exists (select from check_in where member_id = new.member_id and checked_in_at = new.reached_at)`,
        '',
      ),
    ],
  },
  {
    file: 'server/migrations/0152-paid-or-refused.sql',
    tests: ['server/test/changed-causes.test.ts'],
    bugs: [
      bug(
        'a cause is open or closed as it was when a payment was asked for',
        'cause_at(r.cause_id, new.disbursed_at)',
        'cause_at(r.cause_id, r.asked_at)',
      ),
    ],
  },
  {
    file: 'server/migrations/0141-places-and-candles-as-they-came.sql',
    tests: ['server/market/exchange/exchange-source.test.ts'],
    bugs: [
      bug(
        'a candle is kept as soon as its minute begins',
        'to_timestamp((open_time_ms + 60000) / 1000.0)',
        'to_timestamp(open_time_ms / 1000.0)',
      ),
    ],
  },
  {
    file: 'server/migrations/0150-recoveries-are-approved-before-they-are-done.sql',
    tests: ['server/test/protection-waits.test.ts'],
    bugs: [
      bug(
        'a recovery is approved and done in one statement',
        `when (old.approved_at is null and new.outcome = 'done')`,
        `when (old.approved_at is null and new.outcome = 'over')`,
      ),
    ],
  },
  {
    file: 'server/platform/database/cluster.ts',
    tests: ['server/platform/database/embedded-server.test.ts'],
    bugs: [
      bug(
        'a port that another program took stops the start',
        '(isPort ? await freePort(remembered) : null) ??',
        '(isPort ? remembered : null) ??',
      ),
    ],
  },
  {
    file: 'server/platform/database/database-client.ts',
    tests: ['server/platform/database/database-client.test.ts'],
    bugs: [
      bug(
        'an ended connection stays in the list',
        `      clients.delete(this);
`,
        '',
      ),
      bug(
        'after a connection has broken, the next one goes to the same server',
        '      clients.delete(this);\n      this.forgetPrimary();\n',
        '      clients.delete(this);\n',
      ),
      bug(
        'no connection to a silent server is given up where none is kept',
        'if (client !== kept) client.giveUp(reason);',
        'if (kept && client !== kept) client.giveUp(reason);',
      ),
    ],
  },
  {
    file: 'server/platform/database/embedded-server.ts',
    tests: ['server/platform/database/embedded-server.test.ts'],
    bugs: [
      bug(
        'a server that is lost a second time is not started again',
        `      superviseLease();
      log.info`,
        '      log.info',
      ),
      bug(
        'a server that comes back takes another port',
        'lease = await joinOrStart(setting, port);',
        'lease = await joinOrStart(setting, null);',
      ),
    ],
  },
  {
    file: 'server/platform/database/grants.ts',
    tests: ['server/platform/database/roles.test.ts'],
    bugs: [
      bug(
        'the server may change the amount of a withdrawal',
        'only_one), update (state, reason, sent_at, ended_at)',
        'only_one), update (state, reason, amount, sent_at, ended_at)',
      ),
      bug(
        'a role that may create tables beside those of the market gets no warning',
        `
        or has_schema_privilege('market', 'create') as create`,
        ' as create',
      ),
      bug(
        'everybody may create functions in the schema',
        `       revoke create on schema public from public;
`,
        '',
      ),
    ],
  },
  {
    file: 'server/platform/database/grants.ts',
    tests: ['tools/lint/grants.test.ts'],
    bugs: [
      bug(
        'the server may delete what a member was told of the safety of the account',
        `security_act: 'insert',`,
        `security_act: 'insert, delete',`,
      ),
    ],
  },
  {
    file: 'server/platform/database/server-lease.ts',
    tests: ['server/platform/database/embedded-server.test.ts'],
    bugs: [
      bug(
        'of two processes that leave at once none is the last',
        `        await unlockShared(client, 'serverLease');
        return await tryLock(client, 'serverLease');`,
        `        const isLast = await tryLock(client, 'serverLease');
        await unlockShared(client, 'serverLease');
        return isLast;`,
      ),
    ],
  },
  {
    file: 'server/platform/database/server-settings.ts',
    tests: ['server/platform/database/embedded-server.test.ts'],
    bugs: [
      bug(
        'rows and inputs get into the log of the database',
        `log_error_verbosity: 'terse'`,
        `log_error_verbosity: 'default'`,
      ),
    ],
  },
]);

/** Bugs of the ledger beside those of `ledger.ts`. */
export const ledgerMore = mutantsOf('ledger', [
  {
    file: 'server/ledger/fund-once.ts',
    tests: ['server/ledger/fund-once.test.ts'],
    bugs: [
      bug(
        'a funding that was refused passes for done',
        `outcome.reason !== 'keyConflict'`,
        `outcome.reason === 'unknownAccount'`,
      ),
    ],
  },
]);
