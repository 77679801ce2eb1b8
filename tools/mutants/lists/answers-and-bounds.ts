import { bug, mutantsOf } from '../mutant.ts';

/** Where a call’s answer stands, what wrong fields are refused as, and what notifications say. */
export const answersAndBounds = mutantsOf('core', [
  {
    file: 'contract/deposits.ts',
    tests: ['contract/api.test.ts', 'contract/unnamed-fields.test.ts'],
    bugs: [
      bug(
        'a deposit carries what its member is not shown',
        'const depositWire = z.object(',
        'const depositWire = z.looseObject(',
      ),
      bug(
        'one deposit is answered where lists are',
        "  output: depositWire,\n  errors: ['depositUnknown'],\n",
        "  output: depositWire,\n  answerIn: 'info',\n  errors: ['depositUnknown'],\n",
      ),
    ],
  },
  {
    file: 'contract/draws.ts',
    tests: ['contract/field-bounds.test.ts'],
    bugs: [
      bug(
        'a malformed day of draws is refused as an unknown draw',
        "const dayField = wholeNumberField('dayUnknown', 'dayUnknown');",
        "const dayField = wholeNumberField('dayUnknown', 'drawUnknown');",
      ),
    ],
  },
  {
    file: 'contract/market.ts',
    tests: ['contract/wire.test.ts'],
    bugs: [
      bug(
        'every seam of the replay is read as a break of the price',
        'break: isBreak = false }',
        'break: isBreak = seam }',
      ),
      bug('a coin without a price has one of 1970', 'lastAt: item[3],', 'lastAt: item[3] ?? 0,'),
    ],
  },
  {
    file: 'contract/plan-record.ts',
    tests: ['contract/wire.test.ts'],
    bugs: [bug('a void plan arrives as one that earned nothing', 'isVoid: wire.void,', 'isVoid: undefined,')],
  },
  {
    file: 'contract/notification-texts/en.ts',
    tests: ['web/locales/meanings.test.ts'],
    bugs: [
      bug(
        'the notification of a refused withdrawal says that it was paid out',
        "withdrawalRefused: 'Withdrawal refused',",
        "withdrawalRefused: 'Withdrawal paid out',",
      ),
    ],
  },
  {
    file: 'contract/operator-errors.ts',
    tests: ['contract/api.test.ts'],
    bugs: [
      bug(
        'wrong bounds of an offer are refused as a conflict',
        '  offerBoundsInvalid: 400,',
        '  offerBoundsInvalid: 409,',
      ),
    ],
  },
  {
    file: 'contract/products.ts',
    tests: ['contract/operator-field-bounds.test.ts'],
    bugs: [
      bug(
        'the bounds of a cause’s name and description are swapped in one language',
        'nameTc: causeName, aboutTc: causeAbout',
        'nameTc: causeAbout, aboutTc: causeName',
      ),
    ],
  },
  {
    file: 'contract/rounds.ts',
    tests: ['contract/field-bounds.test.ts'],
    bugs: [
      bug(
        'a malformed day of rounds is refused as an unknown round',
        "input: z.strictObject({ day: wholeNumberField('dayUnknown', 'dayUnknown') }),\n  output: dayTranscriptSchema,",
        'input: z.strictObject({ day: roundField }),\n  output: dayTranscriptSchema,',
      ),
    ],
  },
  {
    file: 'contract/rounds.ts',
    tests: ['contract/wire.test.ts'],
    bugs: [
      bug(
        'the list of results refuses a result that begins with a zero',
        'z.regex(/^\\d{3}$/)',
        'z.regex(/^[1-9]\\d{2}$/)',
      ),
    ],
  },
  {
    file: 'contract/wallet.ts',
    tests: ['contract/wallet.test.ts'],
    bugs: [
      bug(
        'points in the postings of a record are read with the decimals of USDT',
        'balance: balance === null ? null : minorUnits(asset, balance, payload),',
        "balance: balance === null ? null : minorUnits('USDT', balance, payload),",
      ),
    ],
  },
  {
    file: 'server/features/notifications/push/device-queue.ts',
    tests: ['server/features/notifications/push/push-sender.test.ts'],
    bugs: [
      bug(
        'Pages of due devices are read by retry time while the cursor is the hash - devices between are skipped',
        'order by endpoint_hash limit ${limit}',
        'order by retry_at limit ${limit}',
      ),
    ],
  },
  {
    file: 'server/ledger/commit-batch.ts',
    tests: ['server/ledger/attached-rows.test.ts'],
    bugs: [
      bug(
        'A batch goes ahead of its locks although only some of its transfers may',
        'if (!batch.every(goesAhead)) return undefined;',
        'if (!batch.some(goesAhead)) return undefined;',
      ),
    ],
  },
  {
    file: 'server/platform/http/reference-page.ts',
    tests: ['server/platform/http/http-server.test.ts'],
    bugs: [
      bug(
        'The reference page says required of the optional fields and optional of the required ones',
        "${required ? 'required' : 'optional'}",
        "${required ? 'optional' : 'required'}",
      ),
    ],
  },
]);
