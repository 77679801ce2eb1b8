import { bug, mutantsOf } from '../mutant.ts';

const of = (feature: string): string[] => [`web/features/${feature}`];

/** What the screens of balances, limits, giving and financing show. */
export const balanceScreens = mutantsOf('screens', [
  {
    file: 'web/features/wallet/wallet-card.tsx',
    tests: of('wallet'),
    bugs: [
      bug('what is locked is shown as available', 'value={wallet.available}', 'value={wallet.locked}'),
      bug('the balance is what is available', 'value={wallet.authorization}', 'value={wallet.available}'),
      bug(
        'empty accounts are listed',
        "balance !== 0n || account === 'available'",
        'balance >= 0n || account !== null',
      ),
      bug('points stand among the USDT', "accounts.filter(({ asset }) => asset === 'USDT')", 'accounts'),
    ],
  },
  {
    file: 'web/features/wallet/movement-sum.tsx',
    tests: of('wallet'),
    bugs: [
      bug('what went out has a plus', 'amount: -outgoing', 'amount: outgoing'),
      bug('together is what came in', 'amount: incoming - outgoing', 'amount: incoming'),
    ],
  },
  {
    file: 'web/features/wallet/record-list.tsx',
    tests: of('wallet'),
    bugs: [
      bug(
        'what moves within the accounts is shown as nothing',
        'net.amount === 0n && within > 0n',
        'net.amount !== 0n && within > 0n',
      ),
      bug('a movement of a plan does not say which', 'plan === null ? (', 'plan !== undefined ? ('),
      bug('a record leads to none', '`/billRecord?transfer=${id}`', '"/billRecord"'),
      bug(
        'an empty statement of points asks for a deposit',
        "isPoints ? 'wallet.emptyPoints' : 'wallet.emptyText'",
        "isPoints ? 'wallet.emptyText' : 'wallet.emptyPoints'",
      ),
    ],
  },
  {
    file: 'web/features/wallet/bill.tsx',
    tests: of('wallet'),
    bugs: [
      bug(
        'a posting goes the other way',
        'from: sideWords(t, from), to: sideWords(t, to)',
        'from: sideWords(t, to), to: sideWords(t, from)',
      ),
      bug('the record’s time is when it was written', 'format.fullTime(bill.at)', 'format.fullTime(bill.recordedAt)'),
      bug('others’ balances are shown as none', 'side.balance === null ? null', 'side.balance === undefined ? null'),
    ],
  },
  {
    file: 'web/features/limits/limits-card.tsx',
    tests: of('limits'),
    bugs: [
      bug('what is left of a limit is what was lost', 'value={count.left}', 'value={count.lost}'),
      bug('the bar shows what is left', 'shares.lost * 100', '(1 - shares.lost) * 100'),
      bug(
        'a limit that is lifted waits for an amount',
        "amount === null\n          ? t('limits.waitsNone'",
        "amount !== null\n          ? t('limits.waitsNone'",
      ),
    ],
  },
  {
    file: 'web/features/limits/limits-reminder.tsx',
    tests: of('limits'),
    bugs: [
      bug(
        'the day’s limit is told as the week’s',
        "period === 'day' ? 'limits.dayLeft' : 'limits.weekLeft'",
        "period === 'day' ? 'limits.weekLeft' : 'limits.dayLeft'",
      ),
      bug(
        'a plan that would lose too much is no warning',
        '{tooMuch && worst !== null ? (',
        '{!tooMuch && worst !== null ? (',
      ),
      bug('an excluded member is reminded of limits', 'exclusion !== null || set.length === 0', 'set.length === 0'),
    ],
  },
  {
    file: 'web/features/limits/exclusion-card.tsx',
    tests: of('limits'),
    bugs: [
      bug(
        'an early end is not said',
        "endsEarly ? 'limits.liftsAt' : 'limits.until'",
        "endsEarly ? 'limits.until' : 'limits.until'",
      ),
      bug(
        'an exclusion that ends early can be ended again',
        'lifting(exclusion, now) === null ? null',
        'exclusion === null ? null',
      ),
    ],
  },
  {
    file: 'web/features/donations/charity-columns.tsx',
    tests: of('donations'),
    bugs: [
      bug(
        'columns of the charity stand in each other’s places',
        'value={usdt(inUsdt[column])}',
        'value={usdt(inUsdt.received)}',
      ),
      bug(
        'the columns’ order is another',
        "['received', 'disbursed', 'unspent'] as const",
        "['received', 'unspent', 'disbursed'] as const",
      ),
    ],
  },
  {
    file: 'web/features/donations/causes-card.tsx',
    tests: of('donations'),
    bugs: [bug('causes are in English for everybody', 'texts[locale].name', "texts[locale && 'en'].name")],
  },
  {
    file: 'web/features/donations/donor-lists.tsx',
    tests: of('donations'),
    bugs: [
      bug(
        'hidden donors have no word',
        "name === null ? <span>{text('hidden')}</span>",
        "name === '' ? <span>{text('hidden')}</span>",
      ),
    ],
  },
  {
    file: 'web/features/donations/tier-card.tsx',
    tests: of('donations'),
    bugs: [bug('what can be given is what was given', 'count={donor.data.available}', 'count={donor.data.donated}')],
  },
  {
    file: 'web/features/assets/figures-card.tsx',
    tests: of('assets'),
    bugs: [
      bug('the screen’s income of today is that of always', 'value={member.incomeToday}', 'value={member.incomeTotal}'),
      bug('today’s earnings lead nowhere', ' to="/profit"', ''),
      bug('the lock limit is what is available', 'value={shown.locked}', 'value={shown.available}'),
      bug(
        'a new member’s figures add up from nothing',
        "count === 0 ? t('assets.noPostings')",
        "count < 0 ? t('assets.noPostings')",
      ),
    ],
  },
  {
    file: 'web/features/assets/assets-menu.tsx',
    tests: of('assets'),
    bugs: [bug('records lead to orders', 'to="/financial"', 'to="/orders"')],
  },
  {
    file: 'web/features/assets/activation-sheet.tsx',
    tests: of('assets'),
    bugs: [
      bug(
        'an activated score asks to activate',
        "activated ? 'assets.activateDone' : 'assets.activate'",
        "activated ? 'assets.activate' : 'assets.activateDone'",
      ),
      bug('the deposit address stands there in full', 'maskedAddress(address)', 'address'),
    ],
  },
  {
    file: 'web/features/financing/holding-card.tsx',
    tests: of('financing'),
    bugs: [
      bug('a holding that has ended can be redeemed', '{runs ? <ExitButton', '{holding.id ? <ExitButton'),
      bug('interest at maturity is that of now', 'value={interestAtMaturity}', 'value={interest}'),
      bug(
        'days are the wrong way round',
        'done: format.count(daysEarned), days: format.count(days)',
        'done: format.count(days), days: format.count(daysEarned)',
      ),
      bug('the end of a holding is its maturity', 'format.dayTime(endedAt ?? maturesAt)', 'format.dayTime(maturesAt)'),
    ],
  },
  {
    file: 'web/features/financing/product-list.tsx',
    tests: of('financing'),
    bugs: [
      bug(
        'a rate is a thousand times too high',
        'ratio={dailyRatePpm / 1e6} decimals',
        'ratio={dailyRatePpm / 1e3} decimals',
      ),
      bug('the rate at maturity is that of a day', '(dailyRatePpm * days) / 1e6', 'dailyRatePpm / 1e6'),
      bug('a closed product is open', "open ? 'financing.open' : 'financing.closed'", "'financing.open'"),
    ],
  },
  {
    file: 'web/features/financing/earnings.tsx',
    tests: of('financing'),
    bugs: [
      bug(
        'income leaves rounds out',
        'add(add(plans.total, financing.total), rounds.total)',
        'add(plans.total, financing.total)',
      ),
      bug('today’s result of plans is that of always', 'value={plans.today}', 'value={plans.total}'),
      bug('what is set aside is what was invested', 'value={reserved}', 'value={invested}'),
    ],
  },
  {
    file: 'web/features/home/floating-buttons.tsx',
    tests: ['web/features/home/floating-buttons.test.tsx'],
    bugs: [
      bug('one unread message is not counted', '{unread === 0 ? null', '{unread === 1 ? null'),
      bug(
        'the link to customer service does not say that a message is unread',
        'label={unread === 0 ?',
        'label={unread <= 1 ?',
      ),
      bug('nine unread messages are more than nine', 'unread > 9', 'unread >= 9'),
    ],
  },
  {
    file: 'web/features/content/document-list.tsx',
    tests: ['web/features/content/content.test.tsx'],
    bugs: [
      bug(
        'a document that was accepted is said not to be',
        'if (accepted === null) return',
        'if (accepted === null || accepted.version > 0) return',
      ),
      bug(
        'an earlier version counts as the one that holds',
        'accepted.version === version ?',
        'accepted.version <= version ?',
      ),
      bug('a visitor is asked to accept documents', 'if (!isMember) return', 'if (false) return'),
    ],
  },
  {
    file: 'web/features/content/article-list.tsx',
    tests: ['web/features/content/content.test.tsx'],
    bugs: [bug('a text has no picture', 'picture === undefined ? title :', 'picture !== null ? title :')],
  },
  {
    file: 'web/features/market/coin-sheet.tsx',
    tests: ['web/pages/any-number-of-coins.test.tsx'],
    bugs: [
      bug(
        'coins that still load are said to have failed',
        'return isError && <ErrorState',
        'return !isError && <ErrorState',
      ),
    ],
  },
  {
    file: 'web/pages/notices.tsx',
    tests: ['web/pages/member-or-visitor.test.tsx'],
    bugs: [
      bug(
        'a visitor’s notices are called notifications',
        "isMember ? 'notify.title' : 'home.notices'",
        "isMember ? 'home.notices' : 'notify.title'",
      ),
      bug('a member’s notifications begin with the notices', 'own.data === undefined || hasOwn', 'hasOwn'),
    ],
  },
  {
    file: 'web/features/notifications/notification-list.tsx',
    tests: ['web/pages/member-or-visitor.test.tsx'],
    bugs: [
      bug(
        'the filter for all topics has another name',
        "each === null ? 'notify.all' :",
        "each === 'team' ? 'notify.all' :",
      ),
    ],
  },
  {
    file: 'web/pages/bill-record.tsx',
    tests: ['web/pages/member-or-visitor.test.tsx'],
    bugs: [
      bug('a bill shows all records', 'transfer === null ? <RecordsPage />', "transfer !== '' ? <RecordsPage />"),
      bug('a bill that still loads is said to have failed', ') : error === null ? (', ') : error !== null ? ('),
    ],
  },
]);
