import { bug, mutantsOf } from '../mutant.ts';

/** Plans, products and limits: what changes between a look and what is done with it. */
export const changedMeanwhile = mutantsOf('money', [
  {
    file: 'server/features/plans/place-plan.ts',
    tests: ['server/test/late-placing.test.ts'],
    bugs: [
      bug(
        'a plan that is placed with the next candle keeps the offers from before',
        'await decideAt(placedAt);',
        'await decideAt(placedAt - 5_000);',
      ),
      bug(
        'a plan begins with a candle whose opening is known already',
        'startAfter(Math.max(placedAt, openedBy(dependencies.market, coin, terms)), terms)',
        'startAfter(placedAt, terms)',
      ),
    ],
  },
  {
    file: 'server/features/plans/plan-groups.ts',
    tests: ['server/features/plans/place-plan.test.ts', 'server/features/plans/void-plans.test.ts'],
    bugs: [
      bug('a plan is bound to the instrument of the one before it', "source.source === 'exchange'", 'false'),
      bug(
        'candles after the deadline are shown of a plan',
        'const history = candlesInTime({ startsAt, terms }, closed);',
        'const history = closed;',
      ),
    ],
  },
  {
    file: 'server/market/exchange/client.ts',
    tests: ['server/market/exchange/ingest.test.ts'],
    bugs: [bug('a new spot market takes the place of a perpetual', '[...(before ? [before] : []), ', '[')],
  },
  {
    file: 'server/features/financing/financing-transfers.ts',
    tests: ['server/features/financing/end-holding.test.ts'],
    bugs: [
      bug(
        'an early exit pays for fewer days than are full when it is booked',
        'coalesce(ended.transfer_at < ended.ends_before, true)',
        'true',
      ),
    ],
  },
  {
    file: 'web/features/plans/use-plan-desk.ts',
    tests: ['web/features/plans/plan-desk-presses.test.tsx'],
    bugs: [
      bug(
        'a plan is confirmed by the quote of the choice before',
        'quote.isPlaceholderData ? undefined : quote.data',
        'quote.data',
      ),
    ],
  },
  {
    file: 'web/features/plans/queries/place-plan.ts',
    tests: ['web/features/plans/plan-desk-presses.test.tsx'],
    bugs: [
      bug('a level keeps its old bounds after they refused a plan', 'if (ofOtherOffers.has(code)) readAgain();', ''),
    ],
  },
  {
    file: 'web/features/financing/subscription-form.ts',
    tests: ['web/features/financing/subscription-form.test.ts'],
    bugs: [
      bug('the example is below what a product takes', 'if (exampleAmount < minimum) return minimum;', ''),
      bug(
        'the example is above what a product takes',
        'exampleAmount > maximum ? maximum : exampleAmount',
        'exampleAmount',
      ),
    ],
  },
  {
    file: 'web/features/own-data/queries.ts',
    tests: ['web/features/own-data/own-data-presses.test.tsx'],
    bugs: [
      bug('a deletion that is refused keeps what is open from its member', 'void (error && lookAgain())', 'undefined'),
    ],
  },
  {
    file: 'web/pages/register.tsx',
    tests: ['web/pages/account-presses.test.tsx'],
    bugs: [
      bug(
        'a new account has what was kept of a deleted one of its name',
        'username !== null) void',
        'username === null) void',
      ),
    ],
  },
  {
    file: 'web/pages/forget-account.ts',
    tests: ['web/pages/account-presses.test.tsx'],
    bugs: [
      bug(
        'a new account gets the messages that one of its name had turned on',
        '[forgetName(username), forgetMessages(username)]',
        '[forgetMessages(username)]',
      ),
    ],
  },
  {
    file: 'server/features/plans/settle-plans.ts',
    tests: ['server/test/late-placing.test.ts'],
    bugs: [
      bug(
        'no page is notified of a plan whose first candle was left out',
        'group.startsAt - 2 * intervalMs[group.terms.interval]',
        'group.startsAt - intervalMs[group.terms.interval]',
      ),
    ],
  },
  {
    file: 'web/features/plans/words.ts',
    tests: ['web/features/plans/words.test.ts'],
    bugs: [
      bug(
        'the least amount of a level is shown smaller than it is',
        'format.exactUsdt(value)',
        'format.usdt(value, 2)',
      ),
    ],
  },
  {
    file: 'web/features/plans/plan-summary.ts',
    tests: ['web/features/plans/plan-form.test.ts'],
    bugs: [
      bug(
        'the most is offered in cents where that is too little',
        'wholeCents < level.amountMin ? most : wholeCents',
        'wholeCents',
      ),
    ],
  },
  {
    file: 'web/features/financing/product-facts.tsx',
    tests: ['web/features/financing/financing.test.tsx'],
    bugs: [
      bug(
        'the least amount of a product is shown smaller than it is',
        'decimals={minimum % 10_000n === 0n ? 2 : 6}',
        'decimals={2}',
      ),
    ],
  },
  {
    file: 'web/features/plans/plan-proof.ts',
    tests: ['web/features/plans/plan-proof-market.test.ts'],
    bugs: [
      bug(
        'a recording that was moved is taken for another market',
        'return identity.recording !== market.recording && identity.commitment !== market.commitment;',
        'return identity.commitment !== market.commitment || identity.startsAt !== market.startsAt;',
      ),
      bug(
        'a plan is held against another exchange',
        "!('exchange' in identity) || identity.exchange !== market.exchange",
        "!('exchange' in identity)",
      ),
    ],
  },
  {
    file: 'web/features/rounds/market-candles.ts',
    tests: ['web/features/rounds/market-candles.test.ts'],
    bugs: [
      bug(
        'a round is held against the market that plays now',
        'Math.max(since, replayOf(identity)?.startsAt ?? 0)',
        '(replayOf(identity)?.startsAt ?? 0)',
      ),
    ],
  },
  {
    file: 'server/market/source-since.ts',
    tests: ['server/market/source-since.test.ts'],
    bugs: [
      bug('a market always played', 'rows[0]?.others ? clock.now() : 0', '0'),
      bug('each start is a change of the market', 'if (newest?.source === source)', "if (newest?.source === '')"),
    ],
  },
  {
    file: 'web/platform/navigation/link.tsx',
    tests: ['web/pages/late-answers-presses.test.tsx'],
    bugs: [
      bug('a late answer leads away from a page that loads', 'navigator.loading() || now?.index', 'now?.index'),
      bug(
        'a late answer leads away from another page',
        'now?.index !== here?.index || now?.path !== here?.path',
        'false',
      ),
    ],
  },
  {
    file: 'web/features/plans/plan-confirm.tsx',
    tests: ['web/features/plans/plan-left-presses.test.tsx'],
    bugs: [bug('a plan is kept by its page alone', 'keepPlaced(client, plan.id, current)', 'keepPlaced')],
  },
  {
    file: 'web/features/plans/plan-confirm.tsx',
    tests: ['web/features/plans/plan-backdated-presses.test.tsx'],
    bugs: [
      bug('a plan that is sent again counts from then', 'if (!sentFirst.current.has(values)) sentFirst', 'sentFirst'),
      bug(
        'a placed plan forgets when others were sent',
        'sentFirst.current.delete(values)',
        'sentFirst.current.clear()',
      ),
      bug('a plan may be dated back', 'offeredTerms(level, multiple), notBefore }', 'offeredTerms(level, multiple) }'),
    ],
  },
  {
    file: 'web/features/market/queries/market.ts',
    tests: ['web/features/market/clock-presses.test.tsx'],
    bugs: [
      bug('the clock counts from a reading of hours ago', ' || arrival < asked - preloadKeptMs', ''),
      bug('the clock counts from one reading twice', 'arrival <= lastArrival || ', ''),
    ],
  },
  {
    file: 'web/features/rounds/bet-confirm.tsx',
    tests: ['web/features/rounds/bet-presses.test.tsx'],
    bugs: [
      bug(
        'a follow is kept for the rounds of the form',
        'const { rounds, ...terms } = sent.current ?? { rounds: 1 };',
        'const { rounds: _, ...terms } = sent.current ?? { rounds: 1 }; const rounds = Number(form.follow);',
      ),
      bug('a bet is kept as the server says that it placed it', '{ ...order, ...terms }, rounds', 'order, rounds'),
    ],
  },
  {
    file: 'web/features/rounds/round-view.tsx',
    tests: ['web/features/rounds/other-round-presses.test.tsx'],
    bugs: [bug('a replay stays for another round', '<ReplayCard key={loaded.id} ', '<ReplayCard ')],
  },
  {
    file: 'web/features/draws/draw-proof.tsx',
    tests: ['web/features/draws/draw-proof-presses.test.tsx'],
    bugs: [bug('a check stays for another entry', '<CheckCard key={loaded.draw.id} ', '<CheckCard ')],
  },
  {
    file: 'web/features/profile/member-preferences.tsx',
    tests: ['web/pages/name-again-presses.test.tsx'],
    bugs: [bug('a false alarm of an earlier account’s values stays', 'if (hadOther)', 'if (!hadOther)')],
  },
  {
    file: 'web/platform/session/name-owner.ts',
    tests: ['web/pages/name-again-presses.test.tsx'],
    bugs: [bug('what was kept of another account of the name stays', 'if (hadOther) await', 'if (!hadOther) await')],
  },
  {
    file: 'web/features/identity/queries/sign-in.ts',
    tests: ['web/pages/name-again-presses.test.tsx'],
    bugs: [bug('what an earlier account left unsent is sent', '  markSignIn(username);\n', '')],
  },
]);
