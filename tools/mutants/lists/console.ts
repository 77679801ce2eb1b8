import { bug, mutantsOf } from '../mutant.ts';

/** The operators’ console: its way in, its texts, its chats. */
export const consoleDesk = mutantsOf('web', [
  {
    file: 'web/operator/console.tsx',
    tests: ['web/operator/console-presses.test.tsx'],
    bugs: [
      bug(
        "an act refused for the session's end leaves the console open",
        "if (event.type === 'updated' && event.action.type === 'error') check(event.action.error, false);",
        'void event;',
      ),
    ],
  },
  {
    file: 'web/operator/locale.ts',
    tests: ['web/operator/main.test.ts'],
    bugs: [
      bug(
        "the console begins in the browser's first language though it has not that one",
        'navigator.languages.map(localeOfTag).find((locale) => consoleLocaleOf(locale) !== null)',
        'navigator.languages.map(localeOfTag)[0]',
      ),
    ],
  },
  {
    file: 'web/operator/locale.ts',
    tests: ['web/operator/sign-in-presses.test.tsx'],
    bugs: [
      bug(
        "refusals of operators' calls keep the language of the start",
        'carryErrorTexts(() => loaded.get(consoleLocale())?.errors ?? {})',
        'carryErrorTexts(() => [...loaded.values()][0]?.errors ?? {})',
      ),
    ],
  },
  {
    file: 'web/operator/sign-in.tsx',
    tests: ['web/operator/sign-in-presses.test.tsx'],
    bugs: [
      bug(
        'the captcha goes away with the next refusal',
        'isCaptchaRequired || isCaptchaRefusal(error)',
        'isCaptchaRefusal(error)',
      ),
    ],
  },
  {
    file: 'web/operator/ui/kept-state.ts',
    tests: ['web/operator/console-presses.test.tsx'],
    bugs: [
      bug(
        'two operators at one console share what they write',
        'const key = `${operator} ${name}`;',
        'const key = name;',
      ),
    ],
  },
  {
    file: 'web/operator/queries/content.ts',
    tests: ['web/operator/sections/content-presses.test.tsx'],
    bugs: [
      bug(
        'the list of texts keeps the titles of the other language',
        'keyParts: [useLocale()]',
        "keyParts: [useLocale() === 'en' ? 'en' : 'en']",
      ),
    ],
  },
  {
    file: 'web/operator/sections/content-editor.tsx',
    tests: ['web/operator/sections/content-presses.test.tsx'],
    bugs: [
      bug('a discarded draft leaves its words in the fields', '              onChanged(() => null);\n', ''),
      bug(
        'what was written while saving is taken away',
        'if (newest !== undefined && newest !== written) return',
        'if (newest === undefined) return',
      ),
    ],
  },
  {
    file: 'web/operator/sections/conversation.tsx',
    tests: ['web/operator/sections/inbox-presses.test.tsx'],
    bugs: [
      bug(
        'during a search an answer is to what was found',
        'const position = newest?.messages[0]?.position ?? 0;',
        'const position = chat.data?.pages[0]?.messages[0]?.position ?? 0;',
      ),
      bug(
        'the end of a conversation stands below every message',
        "search !== '' || shown[place + 1]?.conversation === message.conversation ?",
        "search !== '' ?",
      ),
    ],
  },
  {
    file: 'web/operator/sections/pinned-object.tsx',
    tests: ['web/operator/sections/inbox-presses.test.tsx'],
    bugs: [
      bug(
        'an object without an income is said to have earned nothing',
        '...(income === null ? [] : [[t(\'inbox.income\'), <UsdtAmount key="income" value={income} />] as const])',
        '...[[t(\'inbox.income\'), <UsdtAmount key="income" value={income ?? (0n as never)} />] as const]',
      ),
    ],
  },
  {
    file: 'web/operator/sections/answer.tsx',
    tests: ['web/operator/sections/image-presses.test.tsx'],
    bugs: [bug('the same picture chosen twice is sent once', ', { onSuccess: () => keys.settle(name) })', ')')],
  },
  {
    file: 'web/operator/ui/values.tsx',
    tests: ['web/operator/sections/members-presses.test.tsx'],
    bugs: [
      bug(
        'a moment in the console has no machine-readable time of its own',
        'dateTime={new Date(at).toISOString()}',
        'dateTime={new Date(0).toISOString()}',
      ),
    ],
  },
  {
    file: 'web/operator/queries/deposits.ts',
    tests: ['web/operator/sections/money-presses.test.tsx'],
    bugs: [
      bug(
        'a refused deposit stays in the list',
        'useWrite(refuseDeposit, { onSettled: useInvalidate(listOpenDeposits) })',
        'useWrite(refuseDeposit)',
      ),
    ],
  },
  {
    file: 'web/operator/queries/donations.ts',
    tests: ['web/operator/sections/disbursements-presses.test.tsx'],
    bugs: [
      bug(
        'a disbursement that was asked for waits without being listed',
        'useInvalidate(getGiving, listApprovals)',
        'useInvalidate(getGiving)',
      ),
    ],
  },
  {
    file: 'web/operator/sections/health.tsx',
    tests: ['web/operator/sections/health-presses.test.tsx'],
    bugs: [
      bug(
        'an overdue job looks as one in time',
        "tone={isOverdue ? 'danger' : 'plain'}",
        "tone={isOverdue === undefined ? 'danger' : 'plain'}",
      ),
    ],
  },
  {
    file: 'web/operator/queries/security.ts',
    tests: ['web/operator/sections/members-presses.test.tsx'],
    bugs: [
      bug(
        'the lifting of a freeze is missing in the list of acts until it is opened anew',
        'useWrite(unfreezeMember, { onSettled: useInvalidate(viewMember, listMemberActs) })',
        'useWrite(unfreezeMember, { onSettled: useInvalidate(viewMember) })',
      ),
    ],
  },
  {
    file: 'web/operator/sections/content-versions.tsx',
    tests: ['web/operator/sections/decided-as-shown-presses.test.tsx'],
    bugs: [
      bug(
        'putting a version back overwrites one that its operator has not seen',
        'inputOf={(reason, shown) => ({ ...input, newest: shown, reason })}',
        'inputOf={(reason) => ({ ...input, newest, reason })}',
      ),
    ],
  },
  {
    file: 'web/operator/locales/tc/health.ts',
    tests: ['web/operator/locales/meanings.test.ts'],
    bugs: [
      bug(
        'in Traditional Chinese a bar of the load covers hours',
        '每條柱涵蓋 {minutes} 分鐘',
        '每條柱涵蓋 {minutes} 小時',
      ),
    ],
  },
  {
    file: 'web/operator/queries/books.ts',
    tests: ['web/operator/sections/books-presses.test.tsx'],
    bugs: [
      bug(
        'the file of published proofs lacks one after each page',
        'lastOfFull(rootsPerPage, ({ number }) => String(number))',
        'lastOfFull(rootsPerPage, ({ number }) => String(number + 1))',
      ),
    ],
  },
  {
    file: 'web/operator/queries/donations.ts',
    tests: ['web/operator/sections/disbursements-presses.test.tsx'],
    bugs: [
      bug(
        'the file of disbursements ends with their first page',
        'lastOfFull(disbursementsPerPage,',
        'lastOfFull(disbursementsPerPage + 1,',
      ),
    ],
  },
  {
    file: 'web/operator/sections/open-deposits.tsx',
    tests: ['web/operator/sections/money-presses.test.tsx'],
    bugs: [
      bug(
        'the second page of deposits under way begins after a member',
        'keyOf={({ id }) => id}\n        empty',
        'keyOf={({ member }) => member}\n        empty',
      ),
    ],
  },
  {
    file: 'web/operator/queries/members.ts',
    tests: ['web/operator/sections/members-presses.test.tsx'],
    bugs: [
      bug(
        'a note that was written is missing in the list of acts',
        'useInvalidate(listMemberNotes, listMemberActs)',
        'useInvalidate(listMemberNotes)',
      ),
    ],
  },
  {
    file: 'web/operator/queries/identity.ts',
    tests: ['web/operator/sections/members-presses.test.tsx'],
    bugs: [
      bug(
        'sessions that were ended are still counted beside the member',
        'useWrite(endMemberSessions, { onSettled: useInvalidate(viewMember, listMemberActs) })',
        'useWrite(endMemberSessions, { onSettled: useInvalidate(listMemberActs) })',
      ),
    ],
  },
  {
    file: 'web/operator/queries/books.ts',
    tests: ['web/operator/sections/funding-presses.test.tsx'],
    bugs: [
      bug(
        'a funding that was asked for is not counted as waiting',
        'useInvalidate(listFundings, listApprovals)',
        'useInvalidate(listFundings)',
      ),
    ],
  },
]);
