import { bug, mutantsOf } from '../mutant.ts';

const booksTests = ['server/features/books/books.test.ts'];
const fundingTests = ['server/features/books/fundings.test.ts', 'server/features/books/funding-postings.test.ts'];

/** The books of the house, and what operators add to its funds. */
export const books = mutantsOf('books', [
  {
    file: 'server/features/books/books-checks.ts',
    tests: booksTests,
    bugs: [
      bug(
        'books that do not balance are not logged',
        "if (!report.isSound) log.fatal({ report }, 'the ledger does not balance');",
        '',
      ),
      bug(
        'checks of the books are kept for ever',
        "where at < $1::timestamptz - $7 * interval '1 day'",
        "where at < $1::timestamptz - $7 * interval '1 year'",
      ),
      bug('checks of the books are kept for an hour a day', "$7 * interval '1 day'", "$7 * interval '1 hour'"),
      bug('the oldest check of the books comes first', 'order by at desc limit', 'order by at limit'),
      bug('torn transfers are counted as differences', 'report.tornTransfers.length,', 'report.differences.length,'),
      bug(
        'a check of the books says it took no time',
        'Math.trunc(wallNow() - startedAt)',
        'Math.trunc(startedAt - startedAt)',
      ),
      bug('a check stands at the time at which it ended', 'new Date(startedAt),', 'new Date(wallNow()),'),
    ],
  },
  {
    file: 'server/features/books/get-books.ts',
    tests: booksTests,
    bugs: [
      bug(
        'the house’s accounts are in no order',
        'houseAccountNames.indexOf(one.name) - houseAccountNames.indexOf(other.name)',
        'one.name.localeCompare(other.name)',
      ),
    ],
  },
  {
    file: 'server/features/books/get-trial-balance.ts',
    tests: booksTests,
    bugs: [
      bug(
        'an account is missing in the trial balance',
        '...(await memberSums(client)).map(',
        '...(await memberSums(client)).slice(1).map(',
      ),
    ],
  },
  {
    file: 'server/features/books/funding-store.ts',
    tests: fundingTests,
    bugs: [
      bug('a funding stays open in the moment it lapses', 'wallNow >= funding.askedAt', 'wallNow > funding.askedAt'),
      bug(
        'another operator’s key finds the funding',
        'where r.asked_by = ${askedBy} and r.request_key',
        'where r.request_key',
      ),
      bug(
        'a page of fundings begins with the last one again',
        '(r.asked_at, r.id) < (select asked_at, id',
        '(r.asked_at, r.id) <= (select asked_at, id',
      ),
      bug(
        'the oldest funding is listed first',
        'order by r.asked_at desc, r.id desc limit',
        'order by r.asked_at, r.id limit',
      ),
      bug(
        'the newest funding waits first',
        'order by r.asked_at, r.id limit ${most}',
        'order by r.asked_at desc, r.id limit ${most}',
      ),
      bug('fundings that were refused still wait', 'and decisions.refused_by is null and', 'and'),
      bug('fundings of another kind’s decisions count', "where kind = 'funding' and reference", 'where reference'),
      bug('a lapsed funding still waits', ' and r.asked_at > ${since}', ' and ${since}::timestamptz is not null'),
      bug('a made funding is shown as refused', "row.fundedAt ? 'made'", "row.fundedAt === undefined ? 'made'"),
    ],
  },
  {
    file: 'server/features/books/propose-funding.ts',
    tests: fundingTests,
    bugs: [
      bug(
        'the amount of a funding can change after its approval',
        'content: [id, account, amount, reason]',
        'content: [id, account, reason]',
      ),
      bug(
        'the account of a funding can change after its approval',
        'content: [id, account, amount, reason]',
        'content: [id, amount, reason]',
      ),
      bug('a key is reused for another account', 'one.account === other.account && ', ''),
      bug('a key is reused for another reason', ' && one.reason === other.reason', ''),
      bug('operators hear nothing of a funding', "await operatorEvents.publish({ subject: 'approvals', id: '' });", ''),
      bug(
        'a funding is asked for without the proposer’s approval',
        "{ by, decision: 'approved', reason, at: askedAt }",
        "{ by, decision: 'refused', reason, at: askedAt }",
      ),
    ],
  },
  {
    file: 'server/features/books/reviewed-fundings.ts',
    tests: fundingTests,
    bugs: [
      bug(
        'the proposer approves a funding alone',
        "if (funding.approvedBy.includes(by.operator)) throw new Refusal('approvalOwn');",
        '',
      ),
      bug('an operator approves a funding unseen', '  requireContent(fundingSubject(funding).content, hash);\n', ''),
      bug('refusing a funding does not lock its approval', "  await lockApproval(within, 'funding', id);\n", ''),
      bug(
        'a refused funding is told as approved',
        "return decidedAs('refused', 0);",
        "return decidedAs('approved', 0);",
      ),
      bug(
        'who came second is told that the funding was theirs',
        "outcome.status === 'committed' || (await",
        'true || (await',
      ),
      bug('every funding is one of rounds', 'kind: fundableAccounts[account]', 'kind: fundableAccounts.rounds'),
    ],
  },
  {
    file: 'core/ledger/funding.ts',
    tests: fundingTests,
    bugs: [
      bug('prizes are funded as rounds', "prizes: 'prizesFunded'", "prizes: 'roundsFunded'"),
      bug(
        'a funding goes the other way',
        'from: houseAccount(fundingSource, 0n), to: houseAccount(account, 0n)',
        'to: houseAccount(fundingSource, 0n), from: houseAccount(account, 0n)',
      ),
      bug('one operator is enough for a funding', 'fundingApprovals = 2', 'fundingApprovals = 1'),
      bug('a funding lapses after an hour', 'fundingLapsesMs = 86_400_000', 'fundingLapsesMs = 3_600_000'),
    ],
  },
  {
    file: 'server/features/books/reviewed-fundings.ts',
    tests: ['server/features/books/fundings.test.ts'],
    bugs: [
      bug(
        'an approval alone completes a funding that is not made',
        '    if (await completesWith(within, subject, by, wallNow())) return null;\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/books/list-trial-balance-checks.ts',
    tests: ['server/features/books/books.test.ts'],
    bugs: [
      bug(
        'unsound=0 lists no check of the books that was sound',
        "isUnsound: unsound === '1',",
        'isUnsound: unsound !== undefined,',
      ),
    ],
  },
]);
