import { bug, mutantsOf } from '../mutant.ts';

/** What callers know of a call: its answer, what its fields accept and refuse, its refusals and their status. */
export const describedContract = mutantsOf('core', [
  {
    file: 'contract/bank-card.ts',
    tests: ['contract/described.test.ts'],
    bugs: [
      bug(
        'Keeping the bank card does not name the refusal of an unknown replacement',
        "errors: ['cardReplacementUnknown']",
        'errors: []',
      ),
    ],
  },
  {
    file: 'contract/draws.ts',
    tests: ['contract/described.test.ts'],
    bugs: [
      bug(
        "A stored own seed of 16 bytes is not accepted in the member's day of draws: 32 bytes are expected",
        'clientSeed: z.nullable(hex(16)),',
        'clientSeed: z.nullable(hex(32)),',
      ),
    ],
  },
  {
    file: 'contract/errors.ts',
    tests: ['contract/described.test.ts'],
    bugs: [
      bug(
        'Asking for another deposit after the number allowed in a day is answered with 409 instead of 429, so a client program does not know that it may try later',
        'depositsOfDay: 429,',
        'depositsOfDay: 409,',
      ),
    ],
  },
  {
    file: 'contract/limits.ts',
    tests: ['contract/described.test.ts'],
    bugs: [
      bug(
        'Lifting the self-exclusion says that the early end was cancelled',
        "  path: '/limits/exclusion/lift',\n  access: 'member',\n  effect: 'write',\n  output: limits,\n  message: 'limitSaved',",
        "  path: '/limits/exclusion/lift',\n  access: 'member',\n  effect: 'write',\n  output: limits,\n  message: 'limitKept',",
      ),
    ],
  },
  {
    file: 'contract/rounds.ts',
    tests: ['contract/described.test.ts'],
    bugs: [
      bug(
        'A malformed day in the list of published days is refused as an unknown round',
        "before: z.optional(wholeNumberField('dayUnknown', 'dayUnknown'))",
        "before: z.optional(wholeNumberField('roundUnknown', 'roundUnknown'))",
      ),
    ],
  },
  {
    file: 'contract/security.ts',
    tests: ['contract/described.test.ts'],
    bugs: [
      bug(
        'Freezing the account answers with the message of the kept withdrawal password',
        "message: 'accountNowFrozen'",
        "message: 'withdrawalPasswordKept'",
      ),
      bug('Security acts with a long id cannot be paged past', '[0-9A-Z]{4,20}$/', '[0-9A-Z]{4,10}$/'),
    ],
  },
  {
    file: 'contract/support-inbox.ts',
    tests: ['contract/described.test.ts'],
    bugs: [
      bug(
        'A snippet title of spaces only is accepted',
        "textField(/^(?=.*\\S)[^\\p{Cc}\\p{Cs}]{1,60}$/u, 'snippetTitleMissing'",
        "textField(/^[^\\p{Cc}\\p{Cs}]{1,60}$/u, 'snippetTitleMissing'",
      ),
    ],
  },
  {
    file: 'contract/support.ts',
    tests: ['contract/described.test.ts'],
    bugs: [
      bug(
        'A support message that is only an image, without a text, is refused as missing',
        'text !== undefined || image !== undefined || pin !== undefined',
        'text !== undefined || pin !== undefined',
      ),
    ],
  },
  {
    file: 'contract/transcripts.ts',
    tests: ['contract/transcripts.test.ts'],
    bugs: [
      bug(
        "A day's transcript with its 288th round is refused (bound 287)",
        'z.array(roundTranscriptSchema).check(z.maxLength(288))',
        'z.array(roundTranscriptSchema).check(z.maxLength(287))',
      ),
    ],
  },
]);
