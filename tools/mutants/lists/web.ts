import { bug, mutantsOf } from '../mutant.ts';

/** The service worker, the session, calls, formats. */
export const web = mutantsOf('web', [
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
    file: 'web/build/chunk-groups.ts',
    tests: ['web/build/chunk-groups.test.ts'],
    bugs: [
      bug('home loads the proofs for the icon of a coin', ", 'picture/coin-icon'", ''),
      bug('trading loads all forms for the field of an amount', "      'form/amount-field',\n", ''),
    ],
  },
  {
    file: 'web/build/opened-offline.ts',
    tests: ['web/build/opened-offline.test.ts'],
    bugs: [
      bug(
        'The app opened without a network has no styles: they are left out of what the service worker keeps',
        '...scripts, ...styles, fontFile',
        '...scripts, fontFile',
      ),
      bug('a new file alone makes no newer version of the app', '.update(names)', ''),
      bug('opened without a network the app knows no further page', " 'more-pages.ts',", ''),
    ],
  },
  {
    file: 'web/platform/next-day.ts',
    tests: ['web/platform/next-day.test.ts'],
    bugs: [
      bug('days of the member begin when those of UTC do', 'timeZoneStore.zone()', "'UTC'"),
      bug('the wait is one of the product’s clock', '/ productClockSpeed()', ''),
      bug(
        'a phone whose clock is behind sees the end of a wait late',
        'serverWallNow(), longestMs',
        'Date.now(), longestMs',
      ),
      bug('a moment that has passed on this phone alone is looked at every second', ': minuteMs;', ': 1_000;'),
    ],
  },
  {
    file: 'web/platform/api/call.ts',
    tests: ['web/platform/api/call.test.ts'],
    bugs: [
      bug('nothing is known of the server’s wall clock', "    setServerWallClock(response.headers.get('date'));\n", ''),
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
      bug('a retry gets a new key', 'undecided.get(fingerprint) ?? newKey()', 'newKey()'),
      bug('a changed amount keeps its key', '?? newKey()', '?? [...undecided.values()][0] ?? newKey()'),
      bug('a settled submission keeps its key', '      undecided.delete(fingerprint);\n', ''),
      bug('a settled submission takes the key of another one', 'undecided.delete(fingerprint)', 'undecided.clear()'),
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
      bug('a share of almost all is shown as all', 'Math.floor(share', 'Math.round(share'),
      bug('a rounded zero is a loss', "(nonzero ? minus : '')", 'minus'),
      bug('a small raised two is read as a digit', 'narrowDigits(typed).replace(', "typed.normalize('NFKC').replace("),
      bug('the point of a Japanese keyboard is not read', '/[．。｡]/g', '/．/g'),
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
  {
    file: 'web/features/content/notice-bell.module.css',
    tests: ['e2e/customer-service-answers.test.ts'],
    bugs: [bug('the bell is at the edge of its link', '  place-items: center;\n', '')],
  },
  {
    file: 'web/pages/service.module.css',
    tests: ['e2e/customer-service-answers.test.ts'],
    bugs: [bug('the help link of the chat is too low for a finger', '  min-height: 44px;\n', '')],
  },
  {
    file: 'web/platform/api/stale-reads.ts',
    tests: ['web/platform/api/stale-reads.test.ts'],
    bugs: [
      bug(
        'a round leaves the member’s orders as they were',
        'round: [...ofRounds, ...orders],',
        'round: [...ofRounds],',
      ),
    ],
  },
  {
    file: 'web/platform/api/call-as-owner.ts',
    tests: ['web/platform/api/call-as-owner.test.ts'],
    bugs: [
      bug('a factor that is locked closes the sheet', "  'secondFactorLocked',\n", ''),
      bug('a second question leaves the first one waiting', '  question?.cancel();\n', ''),
    ],
  },
  {
    file: 'web/platform/api/use-pages.ts',
    tests: ['web/platform/api/hooks.test.tsx'],
    bugs: [
      bug('a list ends before its last full page', 'rowsOf(page).length < pageSize', 'rowsOf(page).length <= pageSize'),
    ],
  },
  {
    file: 'web/operator/queries/all-pages.ts',
    tests: ['web/operator/queries/all-pages.test.ts'],
    bugs: [
      bug('a list of the console ends before its last full page', 'page.length < perPage', 'page.length <= perPage'),
      bug('a list of the console goes on after its last page', ' || page.length < perPage', ''),
    ],
  },
  {
    file: 'web/operator/sections/log.tsx',
    tests: ['web/operator/sections/log.test.tsx'],
    bugs: [bug('a full page of the log is the last one', ' perPage={actsPerPage}', ' perPage={2 * actsPerPage}')],
  },
  {
    file: 'web/operator/ui/paging.tsx',
    tests: ['web/operator/ui/paging.test.ts'],
    bugs: [
      bug('a page that is not full leads on', 'rows > 0 && rows === perPage', 'rows > 0'),
      bug('a full page leads nowhere', 'rows > 0 && rows === perPage', 'rows > perPage'),
      bug('a later page does not lead back', 'first: after !== undefined', 'first: after === undefined'),
    ],
  },
  {
    file: 'web/platform/api/use-send-once.ts',
    tests: ['web/platform/api/hooks.test.tsx'],
    bugs: [bug('a second tap sends twice', '    isSending.current = true;\n', '')],
  },
  {
    file: 'web/platform/api/use-money-call.ts',
    tests: ['web/platform/api/hooks.test.tsx'],
    bugs: [
      bug('a busy server ends a submission', '!undecided.has(error.code)', 'undecided.has(error.code)'),
      bug('money that moved leaves the figures as they were', '      moneyMoved(client);\n', ''),
    ],
  },
]);
