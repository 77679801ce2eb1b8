import { bug, mutantsOf } from '../mutant.ts';

/** Where prices and deposits come from. */
export const aroundMarket = mutantsOf('market', [
  {
    file: 'server/market/announcer.ts',
    tests: ['server/market/market.test.ts'],
    bugs: [
      bug(
        'the market ticks four times in a wall second on a fast product clock',
        'clock.speed > 1 ? fastTickWallMs : tickWallMsMin',
        'tickWallMsMin',
      ),
    ],
  },
  {
    file: 'server/market/market.ts',
    tests: ['tools/candles/own-recording.test.ts'],
    bugs: [
      bug(
        'the icon of a recording is not shown where the product has one of that coin',
        'iconPath: ownIcons.get(symbol) ?? listing.iconPath',
        'iconPath: listing.iconPath || (ownIcons.get(symbol) ?? listing.iconPath)',
      ),
    ],
  },
  {
    file: 'server/market/candle-series.ts',
    tests: ['server/market/candle-series.test.ts'],
    bugs: [
      bug(
        'columns that a reader keeps are overwritten when candles are added',
        'const kept = this.rows;\n    const length = kept.openTime.length;',
        'const kept = this.rows;\n    const length = kept.openTime.length;\n    if (length + added <= this.#store.openTime.length) {\n      copyColumns(this.#store, 0, kept);\n      this.#first = 0;\n      this.#end = length;\n      return;\n    }',
      ),
    ],
  },
  {
    file: 'server/gateways/beacon/drand-beacon.ts',
    tests: ['server/gateways/beacon/drand-beacon.test.ts'],
    bugs: [bug('a server of drand may send on to another address', "redirect: 'error'", "redirect: 'follow'")],
  },
  {
    file: 'server/market/replay/recordings.ts',
    tests: ['server/market/replay/recordings.test.ts'],
    bugs: [
      bug(
        'a packed file that unfolds without end is unpacked',
        'await inflate(packed, { maxOutputLength: unpackedBytesMax })',
        'await inflate(packed)',
      ),
    ],
  },
  {
    file: 'server/gateways/evm/chain-node.ts',
    tests: ['server/gateways/evm/read-chain.test.ts'],
    bugs: [
      bug(
        'a node that is away is taken for an address without a token',
        'if (isSilence(error)) throw unavailable(error);\n',
        '\n',
      ),
    ],
  },
  {
    file: 'server/market/replay/replay-source.ts',
    tests: ['server/market/replay/replay-source.test.ts'],
    bugs: [
      bug(
        'a replay says that the running candle is known',
        'return floorTo(now, this.#recordings.candleMs);',
        'return now;',
      ),
    ],
  },
  {
    file: 'server/market/exchange/ingest.ts',
    tests: ['server/market/exchange/ingest.test.ts'],
    bugs: [
      bug(
        'a price with fewer digits makes the coin forget the digits that it has',
        'listed.priceDecimals ?? Math.max(known?.priceDecimals ?? 0, decimalsIn(rows))',
        'listed.priceDecimals ?? decimalsIn(rows)',
      ),
    ],
  },
  {
    file: 'server/market/exchange/exchange-store.ts',
    tests: ['server/market/exchange/ingest.test.ts'],
    bugs: [
      bug(
        'the last minute asked for comes with the one after it',
        'open_time_ms >= $3 and open_time_ms < $4',
        'open_time_ms >= $3 and open_time_ms <= $4',
      ),
    ],
  },
  {
    file: 'server/gateways/rail-sandbox.ts',
    tests: ['server/gateways/rail-sandbox.test.ts'],
    bugs: [
      bug(
        'two deposits of the sandbox have one address',
        'update(`${channel} ${depositId}`)',
        'update(`${channel} ${depositId.slice(0, 9)}`)',
      ),
    ],
  },
]);

/** What every feature stands on. */
export const aroundPlatform = mutantsOf('platform', [
  {
    file: 'server/platform/factors/authenticator-code.ts',
    tests: ['server/platform/factors/authenticator-code.test.ts'],
    bugs: [
      bug(
        'two codes that are not in a row set up an authenticator',
        'codeAt(secret, (step - 1) * periodMs) === first',
        'codeAt(secret, step * periodMs) !== first',
      ),
    ],
  },
  {
    file: 'server/platform/http/health-routes.ts',
    tests: ['server/platform/http/health-routes.test.ts'],
    bugs: [
      bug(
        'without a key everybody reads the metrics',
        'if (shown === undefined || key === undefined) return false;',
        'if (key === undefined) return true;\n  if (shown === undefined) return false;',
      ),
    ],
  },
  {
    file: 'server/platform/http/connection-queue.ts',
    tests: ['server/platform/http/connection-queue.test.ts'],
    bugs: [
      bug(
        'connections that wait are handled only when others come',
        'if (hasAccepted || postponed.size > 0) schedule();',
        'if (hasAccepted) schedule();',
      ),
    ],
  },
  {
    file: 'server/platform/http/spool.ts',
    tests: ['server/platform/http/spool.test.ts'],
    bugs: [bug('a file that could not be made stays open', '    await file.close();\n', '')],
  },
  {
    file: 'server/platform/resources.ts',
    tests: ['server/platform/resources.test.ts'],
    bugs: [
      bug(
        'in a container the memory of the whole machine is counted',
        'Math.min(totalmem(), constrained)',
        'Math.max(totalmem(), constrained)',
      ),
    ],
  },
  {
    file: 'server/platform/operators/act-log.ts',
    tests: ['server/features/operators/operator-log.test.ts'],
    bugs: [
      bug(
        'only the first page of acts is chained',
        'if (chained < chainedAtOnce) return count;',
        'if (chained <= chainedAtOnce) return count;',
      ),
      bug('of a long log only its first acts are verified', 'if (rows.length < readAtOnce) break;', 'break;'),
    ],
  },
  {
    file: 'server/platform/sign-in-failures/sign-in-failure-store.ts',
    tests: ['server/platform/sign-in-failures/sign-in-failure-store.test.ts'],
    bugs: [bug('failures of today are swept away', 'new Date(now - failureMemoryMs)', 'new Date(now)')],
  },
  {
    file: 'server/platform/sign-in-failures/sign-in-policy.ts',
    tests: ['server/platform/sign-in-failures/sign-in-policy.test.ts'],
    bugs: [
      bug(
        'the failures of a device count for the reset of a password too',
        "return [subject('device', `${device} ${name}`, accountPolicy, true)];",
        "return [subject('device', `${device} ${username.toLowerCase()}`, accountPolicy, true)];",
      ),
    ],
  },
  {
    file: 'server/platform/database-time.ts',
    tests: ['server/platform/clock.test.ts'],
    bugs: [
      bug('a slow response moves the clock', 'Math.min(most, Math.max(least, this.#offsetMs))', '(least + most) / 2'),
    ],
  },
  {
    file: 'server/platform/http/binding.ts',
    tests: ['server/platform/http/binding-check.test.ts'],
    bugs: [
      bug(
        'a member’s own read may share its answer with others',
        "access === 'public' && effect === 'read' && message === undefined",
        "effect === 'read' && message === undefined",
      ),
    ],
  },
  {
    file: 'server/platform/http/load-guard.ts',
    tests: ['server/platform/http/load-guard.test.ts'],
    bugs: [
      bug(
        'a node that lagged once refuses everything from then on',
        'isLagging = nowMs - dueAtMs > delayMsMax;',
        'isLagging ||= nowMs - dueAtMs > delayMsMax;',
      ),
    ],
  },
  {
    file: 'server/platform/operators/operator-events.ts',
    tests: ['server/platform/operators/operator-events.test.ts'],
    bugs: [
      bug(
        'one operator takes all places of the console’s stream',
        'if (pagesOf(operator.operator).length >= pagesOfOperatorMax) {',
        'if (pagesOf(operator.role).length >= pagesOfOperatorMax) {',
      ),
      bug(
        'a page of the console outlives a session that ended by its time',
        '    void endSignedOut(pages.keys());\n  }, beatEveryMs);',
        '  }, beatEveryMs);',
      ),
    ],
  },
  {
    file: 'server/app.ts',
    tests: ['server/features/home/home-http.test.ts'],
    bugs: [
      bug(
        'a node that cannot reach the database says that it is ready',
        "      clock.requireAgreement();\n      await pool.query('select 1');",
        '      clock.requireAgreement();',
      ),
    ],
  },
]);

/** What operators run at the server. */
export const aroundTools = mutantsOf('tools', [
  {
    file: 'tools/backup/restore-backup.ts',
    tests: ['tools/backup/backup.test.ts'],
    bugs: [
      bug(
        'a database with members is overwritten by a backup',
        "'select exists (select from member) or exists (select from ledger.transfers) as used'",
        "'select exists (select from ledger.transfers) as used'",
      ),
    ],
  },
  {
    file: 'tools/backup/check-books.ts',
    tests: ['tools/backup/backup.test.ts'],
    bugs: [
      bug(
        'withdrawals in review count as open in no check of the books',
        "state in ('requested', 'inReview', 'sent')",
        "state in ('requested', 'sent')",
      ),
    ],
  },
  {
    file: 'tools/backup/check-books.ts',
    tests: ['server/test/backup-tool.test.ts'],
    bugs: [
      bug(
        'lost deposits that were rejected are listed',
        "where lost_at is not null and outcome = 'credited'",
        'where lost_at is not null',
      ),
    ],
  },
  {
    file: 'tools/backup/backup.ts',
    tests: ['server/test/backup-tool.test.ts'],
    bugs: [bug('books that are not sound end a backup with success', 'return isSound ? 0 : 1;', 'return 0;')],
  },
  {
    file: 'tools/operator/sealed-values.ts',
    tests: ['tools/operator/seal-again.test.ts'],
    bugs: [
      bug(
        'the link of an operator cannot be sealed again',
        "key: ['token_hash', 'operator'],\n    place: ({ operator }) => operatorPlace(String(operator)),",
        "key: ['token_hash', 'operator'],\n    place: ({ token_hash }) => operatorPlace(String(token_hash)),",
      ),
      bug('the seeds of rounds are sealed again under the key of another use', "use: 'round seeds',", "use: 'replay',"),
    ],
  },
]);
