import { bug, mutantsOf } from '../mutant.ts';

const tests = [
  'ledger',
  'guards',
  'lost-connection',
  'pages',
  'attached-rows',
  'committers',
  'positions',
  'contention',
  'failures',
  'input-hash',
].map((name) => `server/ledger/${name}.test.ts`);

/** The books: committers, and what they write. */
export const ledger = mutantsOf('ledger', [
  {
    file: 'server/ledger/array-parameter.ts',
    tests,
    bugs: [bug('a null is stored as an empty value', 'size ?? -1', 'size ?? 0')],
  },
  {
    file: 'server/ledger/attached-rows.ts',
    tests,
    bugs: [
      bug(
        'a missing attached row is not noticed',
        'select ledger.expect_rows($1, (select count(*) from attached), $2)',
        'select ledger.expect_rows((select count(*) from attached), (select count(*) from attached), $2 || $1::bigint)',
      ),
    ],
  },
  {
    file: 'server/ledger/batch-statements.ts',
    tests: ['server/ledger/contention.test.ts', ...tests],
    bugs: [
      bug('balances are read without a lock', '        for no key update of b\n', ''),
      bug(
        'balances are locked in descending order',
        'order by b.account_id < 0, b.account_id\n',
        'order by b.account_id < 0, b.account_id desc\n',
      ),
      bug(
        'balances of the house are locked first',
        'order by b.account_id < 0, b.account_id\n',
        'order by b.account_id\n',
      ),
    ],
  },
  {
    file: 'server/ledger/retry-when-stale.ts',
    tests: ['server/ledger/failures.test.ts'],
    bugs: [
      bug('what another writer overtook is not tried again', 'if (!isOvertaken(error)) throw error;', 'throw error;'),
      bug('every failure is tried again', 'if (!isOvertaken(error)) throw error;', 'if (!isOvertaken) throw error;'),
      bug(
        'an attempt that says it was overtaken is the result',
        'if (result !== overtaken) return result;',
        'return result as Result;',
      ),
    ],
  },
  {
    file: 'server/ledger/check-trial-balance.ts',
    tests: [...tests, 'tools/verify/operator-with-the-rounds.test.ts'],
    bugs: [
      bug('a torn transfer is sound', '[differences, torn, unfounded]', '[differences, unfounded]'),
      bug('points for nothing are sound', '[differences, torn, unfounded]', '[differences, torn]'),
      bug('a sum that is not zero is sound', "balance === '0'", "balance !== ''"),
    ],
  },
  {
    file: 'server/ledger/commit-batch.ts',
    tests,
    bugs: [
      bug(
        'a commit in doubt that arrived is told as a replay',
        "return ours ? { ...outcome, status: 'committed' } : outcome;",
        'return ours ? outcome : outcome;',
      ),
      bug(
        'a replay is acknowledged before it is replicated',
        'isAcknowledging ? [confirmReplicated, commit] : [rollback]',
        '[rollback]',
      ),
      bug(
        'what went ahead of a refused transfer stays',
        'if (receipts.length < transfers.length) return await takeBack(client);',
        'if (receipts.length < 0) return await takeBack(client);',
      ),
      bug('no rows go ahead', 'rows.every(({ statement }) => statement.ahead === true)', 'rows.length < 0'),
      bug(
        'a refused transfer writes its attached rows',
        "if (outcome.status !== 'committed') continue;",
        "if (outcome.status === 'replayed') continue; else if (outcome.status === 'refused') { for (const row of pending.submission.rows ?? []) attached.add(row, 0n, transferAt); continue; }",
      ),
    ],
  },
  {
    file: 'server/ledger/committer.ts',
    tests,
    bugs: [
      bug('the bulk is never taken with single transfers', 'batchTransfersMax - batch.length;', '0;'),
      bug('a conflict is never retried', '++conflicts >= conflictAttemptsMax', '++conflicts >= 1'),
      bug(
        'a refused commit out of attempts is said to be in doubt',
        'const isUnknown = waiting.sentAs !== undefined;',
        'const isUnknown = true;',
      ),
      bug(
        'one bad transfer refuses the whole batch',
        'if (batch.length === 1 && first) {',
        "if (first) { for (const one of batch.slice(1)) one.reject(new Error('refused'));",
      ),
      bug(
        'a closing committer does not wait',
        '    await this.#running;\n    await this.#client?.end();',
        '    void this.#client?.end();',
      ),
      bug('a closing committer leaves its connection open', '    await this.#client?.end();\n', ''),
      bug('pages see no commit', 'this.#options.onCommitted?.(newestTransfers(batch, outcomes));', ''),
      bug(
        'an outage ends at the first attempt',
        'if (performance.now() > deadline) return giveUp',
        'if (performance.now() > 0) return giveUp',
      ),
      bug(
        'a broken connection is used again',
        '          this.#disconnect();\n          if (performance',
        '          if (performance',
      ),
    ],
  },
  {
    file: 'server/ledger/connection.ts',
    tests,
    bugs: [
      bug('commits are not durable', "'synchronous_commit=on'", "'synchronous_commit=off'"),
      bug('the ledger waits for a lock for ever', '    lock_timeout: lockTimeoutMs,\n', ''),
      bug(
        'a lost connection holds its locks for ever',
        '    idle_in_transaction_session_timeout: idleInTransactionMs,\n',
        '',
      ),
      bug('a database that never answers is waited for', '    query_timeout: answerTimeoutMs,\n', ''),
    ],
  },
  {
    file: 'server/ledger/failures.ts',
    tests,
    bugs: [
      bug(
        'a key that another process used meanwhile is a bug',
        "error.constraint === 'transfer_key_once') return 'conflict'",
        "error.constraint === 'transfer_key_once') return 'poison'",
      ),
      bug('a refusal of the books is told as one of attached rows', "error.schema !== 'ledger' && ", ''),
    ],
  },
  {
    file: 'server/ledger/input-hash.ts',
    tests,
    bugs: [
      bug(
        'the order of fields changes the hash of an input',
        '.sort(([left], [right]) => (left < right ? -1 : 1))',
        '',
      ),
    ],
  },
  {
    file: 'server/ledger/ledger.ts',
    tests,
    bugs: [
      bug('any number of transfers may wait', 'if (waiting() >= waitingMax)', 'if (waiting() < 0)'),
      bug(
        'a closed ledger takes pages',
        "async function submitPage(page: readonly Submission[], report: WritableReport): Promise<void> {\n    if (closed) throw new LedgerClosed('the ledger is closed');",
        'async function submitPage(page: readonly Submission[], report: WritableReport): Promise<void> {',
      ),
      bug(
        'a replayed page transfer counts as committed',
        "else if (outcome.status === 'committed') this.#report.committed++;",
        'else this.#report.committed++;',
      ),
      bug('a member’s transfers go to two committers at once', 'followed.set(memberId, following);', ''),
      bug('pages are written one after another', 'const pagesAtOnce = 2;', 'const pagesAtOnce = 2_000_000;'),
    ],
  },
  {
    file: 'server/ledger/member-limit.ts',
    tests: ['server/ledger/member-limit.test.ts'],
    bugs: [
      bug('a member who was at a limit once is looked at for ever', '    atLimit.delete(memberId);\n', ''),
      bug('a member at a limit is not remembered', '    atLimit.set(memberId, true);\n', ''),
      bug(
        'every failure is taken for a limit',
        'if (isStale(error)) await look',
        'if (isStale(error) || true) await look',
      ),
    ],
  },
  {
    file: 'server/ledger/positions.ts',
    tests,
    bugs: [
      bug(
        'a position is the oldest transfer of a member',
        'order by p.transfer_id desc limit 1',
        'order by p.transfer_id limit 1',
      ),
      bug(
        'a refused transfer is announced',
        "if (outcome.status !== 'committed') continue;",
        "if (outcome.status === 'refused') continue;",
      ),
      bug(
        'a member’s available is not locked with the other accounts',
        "if (isMemberAccount(account)) locked.add(memberAccount(ownerOf(account), 'available'));",
        '',
      ),
    ],
  },
  {
    file: 'server/ledger/request-once.ts',
    tests: [
      'server/features/plans/place-plan.test.ts',
      'server/features/financing/subscribe.test.ts',
      'server/features/withdrawals/request-withdrawal.test.ts',
    ],
    bugs: [
      bug(
        'a repeated request with another input is answered with the first',
        "if (earlier.inputHash !== identity.inputHash) throw new Refusal('idempotencyKeyReused');",
        '',
      ),
      bug(
        'a repeated request that would be refused now is refused',
        'if (!earlier) throw error;',
        'if (earlier || !earlier) throw error;',
      ),
    ],
  },
]);
