import { bug, mutantsOf } from '../mutant.ts';

const financingTests = ['financing', 'subscribe', 'end-holding'].map(
  (subject) => `server/features/financing/${subject}.test.ts`,
);

/** Fixed terms: subscriptions, maturity, early exit. */
export const financing = mutantsOf('financing', [
  {
    file: 'server/ledger/fund-once.ts',
    tests: ['server/features/financing/financing.test.ts'],
    bugs: [
      bug(
        'a node does not start where the funds were set aside with another amount',
        "&& outcome.reason !== 'keyConflict'",
        '',
      ),
    ],
  },
  {
    file: 'server/features/financing/list-products.ts',
    tests: ['server/features/financing/subscribe.test.ts'],
    bugs: [
      bug(
        'a product is closed whose least amount is just covered',
        'covered >= product.minimum',
        'covered > product.minimum',
      ),
    ],
  },
  {
    file: 'server/features/financing/quote-financing.ts',
    tests: ['server/features/financing/subscribe.test.ts'],
    bugs: [bug('interest of all the funds is not covered', '<= funds', '< funds')],
  },
  {
    file: 'server/features/financing/holding-store.ts',
    tests: ['server/features/financing/financing.test.ts'],
    bugs: [
      bug(
        'income at the very midnight is that of the day before',
        'settled_at >= $2::timestamptz',
        'settled_at > $2::timestamptz',
      ),
      bug(
        'what was lost is left out of the total earnings',
        "filter (where kind = '${kind}'), 0)::bigint as ${kind}_total",
        "filter (where kind = '${kind}' and income > 0), 0)::bigint as ${kind}_total",
      ),
      bug(
        'what was lost today is left out of the earnings of the day',
        'and settled_at >= $2::timestamptz), 0)',
        'and settled_at >= $2::timestamptz and income > 0), 0)',
      ),
    ],
  },
  {
    file: 'server/features/financing/end-holding.ts',
    tests: financingTests,
    bugs: [
      bug(
        'redeeming twice on two sides of a day’s end is an internal error',
        "['keyConflict', 'insufficientFunds'].includes",
        "['insufficientFunds'].includes",
      ),
      bug(
        'leaving while the last holding matures is an internal error',
        "['keyConflict', 'insufficientFunds'].includes",
        "['keyConflict'].includes",
      ),
      bug('a holding that ended before is an error', 'if (isStale(error)) return false;', ''),
    ],
  },
  {
    file: 'server/features/financing/financing-transfers.ts',
    tests: financingTests,
    bugs: [
      bug('a holding that ended is ended again', " and holding.state = 'running'\n", '\n'),
      bug(
        'a holding is taken out once a freeze has been answered',
        'or not exists (select from account_freeze as frozen where frozen.member_id = ended.member_id)',
        'or true',
      ),
      bug(
        'interest that is not paid stays reserved',
        '...postingsOf({ from: reservedAccount, to: yieldAccount, amount: subtract(interestReserved, interest) }),',
        '',
      ),
      bug(
        'interest is not reserved at the subscription',
        '...postingsOf({ from: yieldAccount, to: reservedAccount, amount: interestReserved }),',
        '',
      ),
    ],
  },
  {
    file: 'server/features/financing/holding-store.ts',
    tests: financingTests,
    bugs: [
      bug(
        'today of financing is by UTC',
        'startOfDay(memberDay(now, timeZone), timeZone)',
        "startOfDay(memberDay(now, 'UTC'), 'UTC')",
      ),
      bug(
        'a holding that matures with the last of a page is skipped',
        '(matures_at, member_id, id) > ($2, $3::bigint, $4::text)',
        '(matures_at, member_id) > ($2, $3::bigint) and $4::text is not null',
      ),
      bug('a holding matures a millisecond late', 'matures_at <= $1', 'matures_at < $1'),
      bug('a member’s holding is found by another', "'member_id = $1 and id = $2'", "'$1::bigint > 0 and id = $2'"),
      bug(
        'interest of holdings counts as income of plans',
        "filter (where kind = '${kind}'), 0)::bigint as ${kind}_total",
        ', 0)::bigint as ${kind}_total',
      ),
      bug(
        'ended holdings count as invested',
        "coalesce(sum(amount) filter (where state = 'running'), 0)",
        'coalesce(sum(amount), 0)',
      ),
    ],
  },
  {
    file: 'server/features/financing/redeem.ts',
    tests: financingTests,
    bugs: [
      bug(
        'a frozen account takes its holding out',
        "if (await dependencies.isFrozen(memberId)) throw new Refusal('accountFrozen');",
        '',
      ),
      bug(
        'a missing await lets every account take its holding out',
        'if (await dependencies.isFrozen(memberId)) throw',
        'if ((dependencies.isFrozen(memberId) as unknown) === true) throw',
      ),
      bug(
        'an exit at the moment of maturity keeps half',
        'if (now >= maturesAt) return',
        'if (now > maturesAt) return',
      ),
    ],
  },
  {
    file: 'server/features/financing/subscribe.ts',
    tests: financingTests,
    bugs: [
      bug(
        'the product is not part of a subscription’s input',
        'input: { product: subscription.product, amount: subscription.amount }',
        'input: { amount: subscription.amount }',
      ),
      bug(
        'a frozen account subscribes',
        '  await requireNotFrozen(dependencies, memberId);\n  const holding',
        '  const holding',
      ),
    ],
  },
  {
    file: 'server/features/financing/require-product.ts',
    tests: financingTests,
    bugs: [
      bug('the least amount of a product is refused', 'amount < minimum ||', 'amount <= minimum ||'),
      bug('the largest amount of a product is refused', 'amount > maximum)', 'amount >= maximum)'),
    ],
  },
  {
    file: 'server/features/financing/mature-holdings.ts',
    tests: financingTests,
    bugs: [
      bug('only the first page of matured holdings is paid', 'if (!last || page.length < pageSize) return;', 'return;'),
      bug(
        'a holding that could not be paid is not logged',
        'if (isStale(reason)) continue;',
        'if (isStale(reason) || reason) continue;',
      ),
    ],
  },
  {
    file: 'server/features/financing/financing-transfers.ts',
    tests: ['server/features/financing/subscribe.test.ts'],
    bugs: [
      bug(
        'one holding too many runs',
        'and bought.place <= ${holdingsRunningMax}',
        'and bought.place <= 1 + ${holdingsRunningMax}',
      ),
      bug(
        'an account that is frozen in the same moment subscribes',
        'frozen.member_id = bought.member_id',
        'frozen.member_id = -bought.member_id',
      ),
      bug('ended holdings count as running', " and running.state = 'running')`", ')`'),
    ],
  },
]);
