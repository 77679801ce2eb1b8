import { bug, mutantsOf } from '../mutant.ts';

/** Forms, and what the phone keeps and checks. */
export const webFeatures = mutantsOf('web', [
  {
    file: 'web/features/rounds/bet-form.ts',
    tests: ['web/features/rounds/bet-form.test.ts'],
    bugs: [
      bug('an expected gain is rounded toward zero', '(cost + outcomes - 1n) / outcomes', 'cost / outcomes'),
      bug('a follow of no round is reviewed', 'follow >= followRoundsMin && follow <= followRoundsMax', 'true'),
      bug('a stake below the minimum is reviewed', 'amount < stakeMin && ', 'amount < 0n && '),
    ],
  },
  {
    file: 'web/features/rounds/bet-slip.tsx',
    tests: ['web/features/rounds/bet-presses.test.tsx'],
    bugs: [bug('a refusal of the slip leaves its bounds out', 'show(errors, refusalValues)', 'show(errors)')],
  },
  {
    file: 'web/features/limits/queries.ts',
    tests: ['web/features/limits/limits-presses.test.tsx'],
    bugs: [bug('what a limit leaves is that of the day before', 'Math.min(msToNextMemberDay(), ', 'Math.min(')],
  },
  {
    file: 'web/features/draws/draw-stage.tsx',
    tests: ['web/features/draws/draw-proof-presses.test.tsx'],
    bugs: [
      bug(
        'a seed that is not published is taken for a prize fund that is too small',
        "day.published === null ? 'draws.unpublishedText' : 'draws.closedText'",
        "'draws.closedText'",
      ),
    ],
  },
  {
    file: 'web/features/plans/use-plan-desk.ts',
    tests: ['web/features/plans/plan-desk-presses.test.tsx'],
    bugs: [bug('a quote without levels is waited for without end', '[levels, quote].some(', '[quote].some(')],
  },
  {
    file: 'web/features/plans/plan-confirm.tsx',
    tests: ['web/features/plans/plan-confirm-presses.test.tsx'],
    bugs: [bug('a sheet that stays open names an end that has passed by', '  useRedrawEvery(1000);\n', '')],
  },
  {
    file: 'web/features/withdrawals/withdrawal-form.ts',
    tests: ['web/features/withdrawals'],
    bugs: [
      bug(
        'an address without its checksum is sent',
        "return isChecksummedAddress(address) ? null : 'addressInvalid';",
        'return null;',
      ),
      bug(
        'a card needs an address',
        "const wrongAddress = method === 'address' ? addressError(address) : null;",
        'const wrongAddress = addressError(address);',
      ),
      bug('a quote is asked for nothing', 'amount > 0n ? amount : null', 'amount >= 0n ? amount : null'),
    ],
  },
  {
    file: 'web/features/withdrawals/obstacle.ts',
    tests: ['web/features/withdrawals'],
    bugs: [
      bug('an address needs a card', "method === 'bank' && !set.hasBankCard", '!set.hasBankCard'),
      bug(
        'the password is not asked for first',
        "return set.hasWithdrawalPassword ? null : 'withdrawalPasswordUnset';",
        'return null;',
      ),
    ],
  },
  {
    file: 'web/features/withdrawals/withdrawal-progress.ts',
    tests: ['web/features/withdrawals'],
    bugs: [
      bug(
        'a refused withdrawal goes on',
        " || state === 'refused' || state === 'cancelled';",
        " || state === 'cancelled';",
      ),
      bug('one that was sent shows no sending', "...(wasSent ? (['sent'] as const) : [])", '...[]'),
      bug('the current step is past', "index < place ? 'past'", "index <= place ? 'past'"),
    ],
  },
  {
    file: 'web/features/deposits/deposit-form.ts',
    tests: ['web/features/deposits'],
    bugs: [
      bug(
        'the least deposit cannot be typed',
        'read.input.amount < channel.minimum',
        'read.input.amount <= channel.minimum',
      ),
      bug(
        'the largest deposit cannot be typed',
        'read.input.amount > channel.maximum',
        'read.input.amount >= channel.maximum',
      ),
      bug('the proof is left behind', "image: image ?? ''", "image: ''"),
    ],
  },
  {
    file: 'web/features/deposits/deposit-progress.ts',
    tests: ['web/features/deposits'],
    bugs: [
      bug('an event of another deposit counts', 'event.id !== deposit.id || ', ''),
      bug('a shown deposit goes back', ' || event.confirmations < deposit.confirmations', ''),
      bug('a rejected deposit is confirmed', 'isFinal(deposit) || ', ''),
    ],
  },
  {
    file: 'web/features/plans/plan-form.ts',
    tests: ['web/features/plans/plan-form.test.ts'],
    bugs: [
      bug('a locked level is chosen', 'action.level.lockedBy ? form : {', '{'),
      bug(
        'the highest unlocked leverage is locked',
        'action.leverage > action.unlocked',
        'action.leverage >= action.unlocked',
      ),
      bug('a seventh decimal is typed', '\\d{0,6})?$/;', '\\d{0,7})?$/;'),
      bug(
        'a placed plan leaves its amount',
        "sent: action.sent }, amountText: '', tried",
        'sent: action.sent }, tried',
      ),
    ],
  },
  {
    file: 'web/features/plans/plan-progress.ts',
    tests: ['web/features/plans/plan-progress.test.ts'],
    bugs: [
      bug('a settled plan runs again', "plan.status !== 'pending' || ", ''),
      bug('a plan loses rounds', 'roundsDone < plan.roundsDone', 'roundsDone < 0'),
      bug('every row of the list is drawn anew', '      : page,\n', '      : [...page],\n'),
    ],
  },
  {
    file: 'web/features/proofs/balance-check.ts',
    tests: ['web/features/proofs'],
    bugs: [
      bug(
        'the balance is not held against the records',
        "if (claimed !== '-' && !recorded.includes(claimed)) differ('records', claimed, recorded.join(' / '));",
        '',
      ),
      bug(
        'records that do not follow are not reported',
        "if (broken) differ('records', broken.stated, broken.follows);",
        '',
      ),
      bug('the public root is not compared', 'if (inPublic?.digest !== published.digest)', 'if (false)'),
      bug(
        'the points of the root are not checked',
        'sum: root.total, points: root.points }, leafCount',
        'sum: root.total }, leafCount',
      ),
      bug(
        'a member who was left out is not told',
        'if (own.olderAt === null) return checkOf(differences);',
        'return checkOf(differences);',
      ),
      bug(
        'the balance that the phone kept is not compared',
        "return difference ? [{ field: 'kept', ...difference }] : [];",
        'return [];',
      ),
    ],
  },
  {
    file: 'web/features/donations/queries.ts',
    tests: ['web/features/donations/giving-presses.test.tsx'],
    bugs: [
      bug('receipts are held against a root that forks', '(await keptRoots.read()) ?? []', '[]'),
      bug('the roots are checked again with each receipt', 'known?.digests === digests', 'false'),
    ],
  },
  {
    file: 'web/features/donations/charity-check.ts',
    tests: ['web/features/donations'],
    bugs: [
      bug('receipts in points are not compared', " && isListed('PTS')", ''),
      bug('a root that is not signed vouches for receipts', 'faultsOfRoot(root).length === 0 && ', ''),
      bug('receipts after the root count', ' && one.at <= to)', ')'),
      bug('receipts of both assets are one sum', 'one.asset === asset && ', ''),
    ],
  },
  {
    file: 'web/features/proofs/kept-balance.ts',
    tests: ['web/features/proofs'],
    bugs: [
      bug(
        'a kept transfer that is gone is not noticed',
        "if (since === -1) return { claimed: '-', computed: kept.transferId };",
        'if (since === -1) return null;',
      ),
      bug('the kept transfer counts as one since', 'records.slice(0, since)', 'records.slice(0, since + 1)'),
      bug(
        'a balance that was nothing is not compared',
        'new Set([...kept.balances.keys(), ...running.keys()])',
        'kept.balances.keys()',
      ),
      bug('what was recorded since has the wrong sign', '?? 0n) - amount', '?? 0n) + amount'),
    ],
  },
  {
    file: 'web/features/plans/plan-proof.ts',
    tests: ['web/features/plans'],
    bugs: [
      bug('what the phone kept is not compared', '  if (kept) report(differencesToKept(kept, shown, proof));\n', ''),
      bug('the page is not compared with the proof', "  report(differencesTo('page', onPage(shown), proof));\n", ''),
      bug(
        'the market’s minutes are not compared',
        'if (minutes && !isGone && !isElsewhere(proof, known))',
        'if (minutes === undefined)',
      ),
      bug('a market that always played is taken for another one than the plan’s', ' || startsAt >= since', ''),
      bug('a day hidden too long is accepted', 'if (until > passed) return [];', 'return [];'),
      bug('what was not compared is not named', "if (!kept) points.push('kept');", 'if (!kept) points.length = 0;'),
    ],
  },
]);
