import { bug, mutantsOf } from '../mutant.ts';

const proofTests = ['web/features/plans'];

/** How a phone reads the proof of a plan, and what it shows of one that differs. */
export const phoneProofs = mutantsOf('phone', [
  {
    file: 'web/features/rounds/check-day.ts',
    tests: ['web/features/rounds/check-day.test.ts'],
    bugs: [
      bug(
        'a day is held against the commitment of the first chain',
        'known.keptChains.get(chain);',
        'known.keptChains.get(1);',
      ),
      bug(
        'a chain has any first day',
        "['kept.firstDay', kept?.firstDay?.toString() ?? null",
        "['kept.firstDay', null",
      ),
      bug('a chain that came on the day is evidence', 'kept.at < day * roundsPerDay * roundMs', 'kept.at < Infinity'),
      bug('any chain makes a day', 'firstDay <= day,', 'firstDay < 0,'),
    ],
  },
  {
    file: 'web/features/plans/plan-proof.ts',
    tests: proofTests,
    bugs: [
      bug('the phone does not settle the plan again', '  report(verdict.differences.map(worded));\n', ''),
      bug(
        'the phone does not load the recorded days',
        '  if (recorded) report(differencesToRecording(proof, recorded));\n',
        '',
      ),
      bug(
        'a day may be hidden for ever',
        "  if (proof.reveal?.state === 'hidden') report(hiddenTooLong(proof.reveal.until, known));\n",
        '',
      ),
      bug(
        'recorded candles need not have their day’s hash',
        'return claimed === found ? [] : [{ between',
        'return true ? [] : [{ between',
      ),
      bug(
        'the candles need not be those of the recorded days',
        "...differencesTo('recording', { candles: made ? rowsOf(made) : [] }, proof)",
        '',
      ),
      bug(
        'a difference hides all others of its field',
        'one.field === field && one.place === place',
        'one.field === field',
      ),
      bug('minutes outside of the plan count', 'openTime >= from && openTime < through', 'openTime >= from'),
      bug('that the market could not be asked is not said', "if (!minutes) points.push('market');", ''),
      bug(
        'that a day is hidden is not said',
        "if (reveal?.state === 'hidden') points.push('recordingHidden');\n  else if",
        'if',
      ),
      bug(
        'that another replay plays is not said',
        "if (reveal?.state === 'elsewhere') points.push('recordingElsewhere');\n  else if",
        'if',
      ),
      bug(
        'that the recorded days could not be loaded is not said',
        "if (reveal && !recorded) points.push('recordingMissing');",
        ';',
      ),
      bug(
        'the clock of the server is not looked at',
        'known.clocks ? clockDrift(known.clocks.kept, known.clocks.now) : null',
        'null',
      ),
    ],
  },
  {
    file: 'web/features/plans/clock-drift.ts',
    tests: ['web/features/plans/clock-drift.test.ts'],
    bugs: [
      bug('a clock that was set back is taken', 'Math.abs(drift) > ', 'drift > '),
      bug('a clock may be moved by an hour', 'const toleranceMs = 60_000;', 'const toleranceMs = 3_600_000;'),
      bug('the speed of a clock does not count', '(now.wall - kept.wall) * kept.speed', '(now.wall - kept.wall)'),
    ],
  },
  {
    file: 'web/platform/api/read-text.ts',
    tests: ['web/features/plans/load-proof.test.ts', 'web/platform/api/bounded-call.test.ts'],
    bugs: [bug('an answer of any size is read', 'if (bytes > bytesMax) {', 'if (false) {')],
  },
  {
    file: 'web/platform/api/call.ts',
    tests: ['web/platform/api/call.test.ts'],
    bugs: [bug('a call reads an answer that does not end', 'callBytesMax);', '1e12);')],
  },
  {
    file: 'contract/plans-proof.ts',
    tests: ['web/features/plans/load-proof.test.ts'],
    bugs: [bug('a proof may name any number of played days', 'z.maxLength(playedDaysMax)', 'z.maxLength(1e9)')],
  },
  {
    file: 'web/features/plans/minutes-until.ts',
    tests: ['web/features/plans/minutes-until.test.ts'],
    bugs: [
      bug('the same minutes may come again and again', 'last < next || ', ''),
      bug('there may be pages of minutes without an end', 'pages === pagesMax', 'false'),
    ],
  },
  {
    file: 'web/features/plans/differences.ts',
    tests: proofTests,
    bugs: [
      bug(
        'a value that the proof has beyond the known ones passes',
        ', ...[...given.keys()].filter((path) => tops.has(topOf(path)))',
        '',
      ),
    ],
  },
  {
    file: 'web/features/plans/plan-proof.ts',
    tests: ['web/features/plans/void-proof.test.ts'],
    bugs: [
      bug('a plan that was void too early passes', '  report(voidTooEarly(proof, known));\n', ''),
      bug(
        'candles that the market published before the deadline pass',
        "claimed.end === 'void' ? voidFrom(proof) : closed",
        'closed',
      ),
      bug(
        'that a market is gone is not said',
        "if (isGone) return [...points, 'marketGone'];",
        'if (isGone) return points;',
      ),
    ],
  },
  {
    file: 'web/features/rounds/market-candles.ts',
    tests: ['web/features/rounds/market-candles.test.ts'],
    bugs: [
      bug(
        'a closing may name fewer coins than a replay has',
        "compareCoins('closing.beacon.coins', plan, identity.beaconCoins)",
        '[]',
      ),
      bug(
        'a closing may take a minute that was over',
        'wasPlayed || (!isReplay && isOfMarket)',
        'wasPlayed && identity === undefined',
      ),
      bug(
        'the coins of a closing are not held against the recording',
        "compareCoins('recording.coins', closing.beacon, recorded.coins)",
        '[]',
      ),
    ],
  },
  {
    file: 'web/features/rounds/replay.ts',
    tests: ['web/features/rounds/replay.test.ts', 'web/features/rounds/replay-presses.test.tsx'],
    bugs: [
      bug(
        'a round that the page shows as void may be a paid one',
        "    ['status', shown.state === 'drawn' ? 'paid' : shown.state, status],\n",
        '',
      ),
      bug(
        'a bet of this phone may be left out of the list',
        "leaf ? betText(leaf.category, leaf.stake) : '—'",
        'leaf ? betText(leaf.category, leaf.stake) : betText(category, amount)',
      ),
    ],
  },
  {
    file: 'web/features/proofs/queries.ts',
    tests: ['web/features/proofs/books-presses.test.tsx'],
    bugs: [
      bug(
        'a tree that is published during the check contradicts the feed',
        '    if (proof && proof.published.number > newest) feed = await readFeed(signal, proof.published.number);\n',
        '',
      ),
    ],
  },
  {
    file: 'web/features/plans/plan-proof.ts',
    tests: ['web/features/plans/void-proof.test.ts'],
    bugs: [
      bug(
        'a plan may be void although the recorded days have its candles',
        'const to = isVoid ? voidFrom(proof) - intervalMs[terms.interval] : last[0];',
        'const to = last[0];',
      ),
    ],
  },
  {
    file: 'web/features/plans/round-list.tsx',
    tests: ['web/features/plans/plan-screens.test.tsx'],
    bugs: [
      bug(
        'every other recorded day is said to begin with a price jump',
        'candles.filter(({ isBreak }) => isBreak)',
        'candles.filter(({ seam }) => seam)',
      ),
    ],
  },
]);
