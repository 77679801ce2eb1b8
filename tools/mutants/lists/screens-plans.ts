import { bug, mutantsOf } from '../mutant.ts';

const plans = ['web/features/plans/plan-screens.test.tsx'];
const rounds = ['web/features/rounds/round-screens.test.tsx'];
const of = (feature: string): string[] => [`web/features/${feature}`];

/** What the screens of plans, rounds, draws, tasks and the account show. */
export const planScreens = mutantsOf('screens', [
  {
    file: 'web/features/plans/plan-list.tsx',
    tests: plans,
    bugs: [
      bug(
        'rounds of a plan are the wrong way round',
        'done: plan.roundsDone, total: plan.roundsTotal',
        'done: plan.roundsTotal, total: plan.roundsDone',
      ),
      bug('a plan’s amount is its income', 'value={plan.amount} decimals={2}', 'value={plan.income} decimals={2}'),
      bug('a plan leads to the record', '`/ordersDetail?id=${plan.id}`', '"/orders"'),
      bug('an empty record is a blank page', 'if (plans.length === 0) {', 'if (plans.length < 0) {'),
    ],
  },
  {
    file: 'web/features/plans/plan-head.tsx',
    tests: plans,
    bugs: [
      bug(
        'a settled plan shows when it was placed',
        'format.dayTime(settledAt ?? plan.placedAt)',
        'format.dayTime(plan.placedAt)',
      ),
      bug(
        'the maximum loss has a plus',
        'rulePercent(format, -terms.maximumLoss)',
        'rulePercent(format, terms.maximumLoss)',
      ),
      bug(
        'an end at the loss is told as one at the profit',
        "maximumLoss: 'planDetail.endMaximumLoss'",
        "maximumLoss: 'planDetail.endMaximumProfit'",
      ),
      bug('a shortfall is not said', '{shortfall > 0n && (', '{shortfall < 0n && ('),
      bug(
        'progress is what is left',
        '(plan.roundsDone / plan.roundsTotal) * 100',
        '(1 - plan.roundsDone / plan.roundsTotal) * 100',
      ),
    ],
  },
  {
    file: 'web/features/plans/level-terms.tsx',
    tests: plans,
    bugs: [
      bug(
        'bounds of a level are swapped',
        'from: shortUsdt(format, level.amountMin), to: shortUsdt(format, level.amountMax)',
        'from: shortUsdt(format, level.amountMax), to: shortUsdt(format, level.amountMin)',
      ),
      bug(
        'shares that lost are those that earned',
        '    shareLost: shareLost ?? 0,',
        '    shareLost: shareEarned ?? 0,',
      ),
      bug(
        'a range is expected without its worse end',
        'from: format.percent(expectedMin)',
        'from: format.percent(expectedMean)',
      ),
    ],
  },
  {
    file: 'web/features/plans/quote-figures.tsx',
    tests: plans,
    bugs: [
      bug('holding the coin is the plan itself', 'of={distribution.holding}', 'of={distribution}'),
      bug(
        'the better end stands at the worse',
        "{ ratio: low, label: t('plans.worse') }",
        "{ ratio: high, label: t('plans.worse') }",
      ),
      bug(
        'the worst case is the best',
        'value={worst} ratio={-terms.maximumLoss}',
        'value={best} ratio={-terms.maximumLoss}',
      ),
      bug('the screen’s mean is the median', 'ratio={mean}', 'ratio={distribution.median}'),
    ],
  },
  {
    file: 'web/features/rounds/order-list.tsx',
    tests: rounds,
    bugs: [
      bug('a bet that is open has an income', "state !== 'pending' && (", "state !== 'won' && ("),
      bug('what charity received is what was won', 'value={charity} decimals={6}', 'value={income} decimals={6}'),
      bug('a bet leads to the running round', '`/gameinfo?round=${order.round}`', '"/gameinfo"'),
    ],
  },
  {
    file: 'web/features/rounds/follow-list.tsx',
    tests: rounds,
    bugs: [
      bug(
        'a follow that has ended can be cancelled',
        '{end === null && reserved > 0n && <CancelButton',
        '{amount > 0n && <CancelButton',
      ),
      bug('what is reserved is the stake', 'value={reserved} decimals={2}', 'value={amount} decimals={2}'),
    ],
  },
  {
    file: 'web/features/rounds/round-list.tsx',
    tests: rounds,
    bugs: [
      bug('the running round is among those before it', "page.filter(({ state }) => state !== 'betting')", 'page'),
      bug('stakes of a round are its bets', 'count={orders}', 'count={id}'),
    ],
  },
  {
    file: 'web/features/draws/draw-list.tsx',
    tests: of('draws'),
    bugs: [
      bug('a number loses its zeros', "String(number).padStart(6, '0')", 'String(number)'),
      bug('a draw that won nothing has an amount', '{prize !== null && (', '{amount !== null && ('),
    ],
  },
  {
    file: 'web/features/tasks/envelope-card.tsx',
    tests: of('tasks'),
    bugs: [
      bug('the envelope gives only today’s', '[...today, ...before].reduce', '[...today].reduce'),
      bug(
        'the envelope gives what is not done',
        "tasks.filter(({ state }) => state === 'done')",
        "tasks.filter(({ state }) => state !== 'collected')",
      ),
      bug('an empty envelope can be opened', 'disabled={ready === 0}', 'disabled={false}'),
    ],
  },
  {
    file: 'web/features/tasks/task-list.tsx',
    tests: of('tasks'),
    bugs: [
      bug('a task leads where another is done', "planSettled: '/orders'", "planSettled: '/tab1'"),
      bug('a task that is done leads on', '{...(isDone ? {} : { to: placeOf[task] })}', '{...{ to: placeOf[task] }}'),
    ],
  },
  {
    file: 'web/features/tasks/sum-card.tsx',
    tests: of('tasks'),
    bugs: [bug('the sum is of one day', 'pointsOfDay * bonusDays', 'pointsOfDay * 1')],
  },
  {
    file: 'web/features/check-in/check-in-sheet.tsx',
    tests: of('check-in'),
    bugs: [
      bug('a day that was checked in on can be again', 'disabled={isDone}', 'disabled={checkingIn.isPending}'),
      bug(
        'today stands at each day',
        'isToday && styles.today, isCheckedIn && styles.signed',
        'isToday && styles.today, !isCheckedIn && styles.signed',
      ),
    ],
  },
  {
    file: 'web/features/check-in/check-in-dot.tsx',
    tests: of('check-in'),
    bugs: [bug('the dot stays after the check-in', 'isToday && !isCheckedIn', 'isToday')],
  },
  {
    file: 'web/features/security/protection-menu.tsx',
    tests: of('security'),
    bugs: [
      bug(
        'the card’s state is the password’s in the Security Center',
        'value={set(account?.hasBankCard)}',
        'value={set(account?.hasWithdrawalPassword)}',
      ),
      bug('the withdrawal password leads to the login password', 'to="/bankPwd"', 'to="/loginPwd"'),
    ],
  },
  {
    file: 'web/features/security/freeze-card.tsx',
    tests: of('security'),
    bugs: [
      bug('a frozen account is shown as free', 'if (account.frozen) return <Unfreeze />;', ''),
      bug(
        'a recovery’s freeze can be lifted',
        'if (account.frozen && holdsUntil !== null) return <HeldFreeze until={holdsUntil} isByTeam={freezeHeldByTeam} />;',
        '',
      ),
    ],
  },
  {
    file: 'web/features/security/act-history.tsx',
    tests: of('security'),
    bugs: [
      bug('an operator’s reason is a code', 'if (refused !== undefined) return t(`withdrawals.${refused}`);', ''),
      bug(
        'operators act without a reason',
        "reason === '' ? t('security.operatorBy', { role }) : ",
        "reason !== '' ? t('security.operatorBy', { role }) : ",
      ),
      bug('what an act was about is not said', '<Detail act={act} detail={detail} />', 'undefined'),
    ],
  },
  {
    file: 'web/features/weight/entry-list.tsx',
    tests: of('weight'),
    bugs: [
      bug('the score after an entry is its points', 'score: format.count(score)', 'score: format.count(points)'),
      bug(
        'an entry of a deposit leads to a plan',
        '`/depositSuccess?deposit=${reference}`',
        '`/ordersDetail?id=${reference}`',
      ),
    ],
  },
  {
    file: 'web/features/weight/weight-ladder.tsx',
    tests: of('weight'),
    bugs: [
      bug(
        'the member stands at the next rung',
        'const isHere = index === ladder.reached;',
        'const isHere = index === ladder.reached + 1;',
      ),
      bug('the next level is this one', 'level: next.level }', 'level: next.level - 1 }'),
    ],
  },
  {
    file: 'web/pages/trading-levels.tsx',
    tests: ['web/pages/trading-levels.test.tsx'],
    bugs: [bug('the picker is silent about what is decided', 'coming={<ComingLevels />}', 'coming={null}')],
  },
  {
    file: 'web/features/plans/status-chips.tsx',
    tests: ['web/features/plans/plan-screens.test.tsx'],
    bugs: [
      bug('every failure is said to be even', "status === 'failure' && income === 0n", "status === 'failure'"),
      bug('a plan that earned nothing is even beside its success', "status === 'failure' && income", 'income'),
      bug(
        'a void plan is said to be even',
        "isVoid ? 'plans.void' : 'plans.even'",
        "isVoid ? 'plans.even' : 'plans.void'",
      ),
    ],
  },
  {
    file: 'web/features/plans/round-list.tsx',
    tests: ['web/features/plans/plan-screens.test.tsx'],
    bugs: [bug('rounds are numbered from 2', 'number={index + 1}', 'number={index + 2}')],
  },
  {
    file: 'web/features/plans/difference-table.tsx',
    tests: ['web/features/plans/plan-screens.test.tsx'],
    bugs: [
      bug(
        'a difference does not name its candle',
        "if (field === 'candles') return",
        "if (place === 0 && field === 'candles') return",
      ),
      bug(
        'a difference does not name its round',
        "if (field === 'claimed.results') return",
        "if (place === 0 && field === 'claimed.results') return",
      ),
    ],
  },
  {
    file: 'web/features/plans/recorded-days-card.tsx',
    tests: ['web/features/plans/plan-screens.test.tsx'],
    bugs: [bug('a proof that still loads breaks the page', '  if (proof === undefined) return null;\n', '')],
  },
]);
