import { bug, type MutatedFile } from '../mutant.ts';

/** What the phone computes, keeps and shows. */
export const web: readonly MutatedFile[] = [
  {
    file: 'web/worker/service-worker.ts',
    tests: ['web/platform/installed/service-worker.test.ts'],
    bugs: [
      bug('answers of the API are kept on the phone', '(api|operator)', '(operator)'),
      bug('files of another host are kept', 'origin !== worker.location.origin || ', ''),
      bug('a POST is answered from the cache', "request.method !== 'GET' || ", ''),
      bug('an error is kept as a file', 'if (response.status === 200) {', 'if (response.status > 0) {'),
      bug(
        'a page is kept with what it shows',
        '    return await fetch(request);\n',
        '    return await fetchAndKeep(request);\n',
      ),
      bug(
        'an offline phone has no page',
        '    return kept;\n  }\n}\n\n/** Cache first',
        '    throw error;\n  }\n}\n\n/** Cache first',
      ),
      bug(
        'a hashed file is asked for each time',
        '  if (kept !== undefined) return kept;\n  return fetchAndKeep',
        '  return fetchAndKeep',
      ),
      bug(
        'a picture never changes',
        '    return await fetchAndKeep(request);\n  } catch',
        '    return await file(request);\n  } catch',
      ),
      bug(
        'files of older versions stay',
        "name.startsWith('clearlot-') && name !== cacheName",
        'name === cacheName && false',
      ),
      bug('another app’s files are taken away', "name.startsWith('clearlot-') && name", 'name'),
      bug('a new version takes its own files away', ' && name !== cacheName', ''),
      bug('a kept file is loaded again', 'addresses.filter((address) => !kept.has(address))', '[...addresses]'),
    ],
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
        "if (minutes && !isGone) report(differencesTo('market', { candles: published(proof, minutes) }, proof));",
        '',
      ),
      bug('a day hidden too long is accepted', 'if (until > passed) return [];', 'return [];'),
      bug('what was not compared is not named', "if (!kept) points.push('kept');", 'if (!kept) points.length = 0;'),
    ],
  },
  {
    file: 'web/platform/next-day.ts',
    tests: ['web/platform/next-day.test.ts'],
    bugs: [
      bug('days of the member begin when those of UTC do', 'timeZoneStore.zone()', "'UTC'"),
      bug('the wait is one of the product’s clock', '/ productClockSpeed()', ''),
    ],
  },
  {
    file: 'web/platform/session/storage.ts',
    tests: ['web/platform/session', 'web/platform/api/request.test.ts'],
    bugs: [
      bug(
        'any stored text is a member’s name',
        'stored !== null && usernamePattern.test(stored) ? stored : null',
        'stored',
      ),
    ],
  },
  {
    file: 'web/platform/api/preload.ts',
    tests: ['web/platform/api'],
    bugs: [bug('a call does not say whose page it is', 'account === null ? {} : { [accountHeader]: account }', '{}')],
  },
  {
    file: 'web/platform/session/session-end.ts',
    tests: ['web/platform/api/call.test.ts'],
    bugs: [
      bug(
        'a page of another account forgets whose it is before it is left',
        "if (end !== 'otherAccount') session.signOut();",
        'session.signOut();',
      ),
    ],
  },
  {
    file: 'web/platform/session/session.ts',
    tests: ['web/platform/session'],
    bugs: [
      bug(
        'pages do not hear of the end of a session',
        "      store.removeItem('username');\n      listeners.notify();",
        "      store.removeItem('username');",
      ),
    ],
  },
  {
    file: 'web/platform/navigation/return-path.ts',
    tests: ['web/platform/navigation/return-path.test.ts'],
    bugs: [
      bug('a sign-in leads to another host', '/^\\/(?![/\\\\])[', '/^\\/['),
      bug('a sign-in leads back to the sign-in', ' && !/^\\/(login|registe)\\b/i.test(wanted)', ''),
    ],
  },
  {
    file: 'web/platform/api/read-key.ts',
    tests: ['web/platform/api/read-key.test.ts'],
    bugs: [
      bug(
        'two members share a cached answer',
        'fieldsOf(input), ...parts];\n}\n\n/** The key of a list',
        'fieldsOf(input)];\n}\n\n/** The key of a list',
      ),
      bug(
        'a list shares the answer of its first page',
        "fieldsOf(input), 'pages', ...parts]",
        'fieldsOf(input), ...parts]',
      ),
    ],
  },
  {
    file: 'web/platform/api/submission-keys.ts',
    tests: ['web/platform/api/submission-keys.test.ts'],
    bugs: [
      bug('a retry gets a new key', 'if (current?.fingerprint !== fingerprint) current', 'current'),
      bug('a changed amount keeps its key', 'current?.fingerprint !== fingerprint', 'current === null'),
      bug('a settled submission keeps its key', '      current = null;\n', ''),
    ],
  },
  {
    file: 'web/platform/format/shown-quota.ts',
    tests: ['web/platform/format/shown-quota.test.ts'],
    bugs: [bug('shown parts do not add up', 'subtract(total, spendable)', 'subtract(authorization, available)')],
  },
  {
    file: 'web/platform/format/number.ts',
    tests: ['web/platform/format/number.test.ts'],
    bugs: [
      bug('a balance is rounded up', "sign === 'always' ? 'halfAwayFromZero' : 'towardZero'", "'halfAwayFromZero'"),
      bug('a loss is made smaller', "sign === 'always' ? 'halfAwayFromZero' : 'towardZero'", "'towardZero'"),
      bug('a rounded zero is a loss', "(nonzero ? minus : '')", 'minus'),
      bug('a comma is dropped from a typed amount', "text.replace(',', '.')", "text.replace(',', '')"),
    ],
  },
  {
    file: 'web/platform/format/time-zone.ts',
    tests: ['web/platform/format/time-zone.test.ts'],
    bugs: [
      bug('an unknown zone breaks the times', 'name === undefined || isKnown(name) ? name : undefined', 'name'),
      bug('a zone’s offset has the wrong sign', '(local - milliseconds) / 60_000', '(milliseconds - local) / 60_000'),
      bug('the profile takes over the phone’s zone each time', '    hasRegistered = false;\n', ''),
    ],
  },
  {
    file: 'web/ui/figure/changing-number.module.css',
    tests: ['e2e/the-screens-of-rounds-fit-a-small-phone.test.ts'],
    bugs: [bug('a sentence that has changed widens the page', '  overflow: clip;\n', '')],
  },
];
