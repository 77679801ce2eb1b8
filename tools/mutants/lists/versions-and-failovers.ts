import { bug, mutantsOf } from '../mutant.ts';

/** What another version, a failover with losses or a proxy leaves behind. */
export const versionsAndFailovers = mutantsOf('money', [
  {
    file: 'server/features/plans/place-plan.ts',
    tests: ['server/test/lost-group.test.ts'],
    bugs: [
      bug(
        'a plan is placed in a group that is not there',
        'and exists (select from plan_group as g',
        'and true or exists (select from plan_group as g',
      ),
      bug('a group that was lost stays remembered', 'if (isStale(error)) dependencies.groups.forget(start);', ''),
    ],
  },
  {
    file: 'server/platform/database/embedded-server.ts',
    tests: ['server/platform/database/interrupted-start.test.ts'],
    bugs: [
      bug(
        'a start that is ended when its database is ready keeps the database',
        'if (lease !== null && !signal?.aborted) return lease;',
        'if (lease !== null) return lease;',
      ),
      bug(
        'a start that is interrupted leaves its server running',
        '        await stopServer(setting);\n        signal?.throwIfAborted();',
        '        signal?.throwIfAborted();',
      ),
    ],
  },
  {
    file: 'server/features/rounds/known-rounds.ts',
    tests: ['server/features/rounds/known-rounds.test.ts'],
    bugs: [
      bug('results that a failover has lost are shown until a restart', '      results = openResults(tables);\n', ''),
      bug(
        'orders that a failover has lost are in the tree until a restart',
        '      treeOf = openTreeCache(pool);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/rounds/run-rounds.ts',
    tests: ['server/features/rounds/known-rounds.test.ts'],
    bugs: [
      bug(
        'what a failover has lost counts as closed and paid until a restart',
        '    runner = createRunner(dependencies);\n  });',
        '  });',
      ),
    ],
  },
  {
    file: 'server/platform/database/migrations.ts',
    tests: ['server/platform/database/database.test.ts'],
    bugs: [
      bug('a migration waits for its tables, and all behind it', '    await client.query(lockWaiting);\n', ''),
      bug('a migration waits for an autovacuum to its end', 'setting::integer + 1000', 'setting::integer'),
      bug('a migration gives up where its tables are in use', "if (failureOf(error) !== 'conflict')", 'if (error)'),
    ],
  },
  {
    file: 'tools/backup/backup.ts',
    tests: ['tools/backup/earlier-database.test.ts'],
    bugs: [bug('a backup migrates', "{ migrates: act === 'restore' }", '{ migrates: true }')],
  },
  {
    file: 'tools/backup/take-backup.ts',
    tests: ['tools/backup/backup.test.ts'],
    bugs: [
      bug('a thousand pictures are one line of a backup', 'isLarge ? largeRowsPerLine : rowsPerLine', 'rowsPerLine'),
    ],
  },
  {
    file: 'tools/backup/restore-backup.ts',
    tests: ['tools/backup/backup.test.ts'],
    bugs: [
      bug('a backup goes into the database of a node that serves', 'if (rowCount) throw', 'if (rowCount === -1) throw'),
      bug(
        'a backup goes into the database of a node that has just started',
        'await requireNoServer(client);\n    await requireEmpty',
        'await requireEmpty',
      ),
      bug('a second look at who is connected sees the first', "'select pg_stat_clear_snapshot()'", "'select'"),
    ],
  },
  {
    file: 'tools/command.ts',
    tests: ['tools/command.test.ts'],
    bugs: [
      bug(
        'a command that is interrupted speaks of a lost connection',
        'await Promise.race([work(database), interruption.then(refuse)])',
        'await work(database)',
      ),
      bug(
        'a command that is interrupted waits for its database to be free',
        'if (url !== undefined) giveUp(url, signal);',
        'if (url === "") giveUp(url, signal);',
      ),
    ],
  },
  {
    file: 'server/platform/events/member-events.ts',
    tests: ['server/platform/events/member-delivery.test.ts'],
    bugs: [
      bug(
        'an event that only a newer node knows takes the others of its message with it',
        'entries.flatMap((entry) => entrySchema.safeParse(entry).data ?? [])',
        'z.array(entrySchema).safeParse(entries).data ?? []',
      ),
    ],
  },
  {
    file: 'web/platform/api/answer-json.ts',
    tests: ['web/platform/api/call.test.ts'],
    bugs: [
      bug(
        'the page of a proxy whose server is away is taken for a newer version',
        "status >= 500 ? 'unreachable' : 'unreadable'",
        "'unreadable'",
      ),
    ],
  },
  {
    file: 'web/platform/api/bounded-call.ts',
    tests: ['web/platform/api/bounded-call.test.ts'],
    bugs: [
      bug(
        'the page of a proxy is called a malformed proof',
        "if (error instanceof ApiFailure && error.kind === 'unreadable') throw",
        'if (error instanceof ApiFailure) throw',
      ),
      bug('a refused check keeps the language before', 'response.status), locale).value', 'response.status)).value'),
    ],
  },
]);
