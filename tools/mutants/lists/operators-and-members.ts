import { bug, mutantsOf } from '../mutant.ts';

/** What operators read of members, and do to their accounts. */
export const operatorsAndMembers = mutantsOf('operators', [
  {
    file: 'server/features/members/list-member-notes.ts',
    tests: ['server/features/members/member-lists.test.ts'],
    bugs: [
      bug('no note is shown without a page to go on from', '::text is null or id <', '::text is not null or id <'),
      bug('the next page of notes begins with the last of the one before', 'or id < ', 'or id <= '),
      bug('an operator reads the notes on every member', 'where member_id = ${memberId} and (', 'where ('),
    ],
  },
  {
    file: 'server/features/members/list-member-acts.ts',
    tests: ['server/features/members/member-lists.test.ts'],
    bugs: [bug('the next page of acts begins with the last of the one before', 'or s.id < ', 'or s.id <= ')],
  },
  {
    file: 'server/features/identity/end-member-sessions.ts',
    tests: ['server/features/identity/end-member-sessions.test.ts'],
    bugs: [bug('sessions that an operator ended go on where they are remembered', '  await announce();\n', '')],
  },
  {
    file: 'server/features/security/freeze-member.ts',
    tests: ['server/test/operators-and-members.test.ts'],
    bugs: [
      bug('a freeze does not wait for a stake under way', '    await lockAvailable(transaction, memberId);\n', ''),
    ],
  },
  {
    file: 'server/features/security/freeze-member.ts',
    tests: ['server/test/killed-operator.test.ts'],
    bugs: [
      bug(
        'a freeze and its row of the log are two transactions',
        'await recordOperatorAct(transaction, {',
        'await recordOperatorAct(tables, {',
      ),
    ],
  },
  {
    file: 'server/features/operators/enrol-operator-passkey.ts',
    tests: ['server/test/operator-passkeys.test.ts'],
    bugs: [
      bug(
        'a passkey’s link is read without its lock: the second of two at once fails instead of being refused',
        'const link = await requireLink(transaction, token, wallNow());',
        'const link = await requireLink(tables, token, wallNow());',
      ),
    ],
  },
  {
    file: 'server/features/support/close-conversation.ts',
    tests: ['server/features/support/conversation-acts.test.ts'],
    bugs: [
      bug(
        'a conversation is closed over a message that no operator has seen',
        "    throw new Refusal('memberWroteMeanwhile');\n",
        '',
      ),
      bug('a message under way is not waited for', '  await lockChat(queries, memberId);\n', ''),
    ],
  },
  {
    file: 'server/features/security/freeze.ts',
    tests: ['server/test/recovered-freeze.test.ts'],
    bugs: [bug('an operator lifts the freeze of a recovery', ', by_member = true`', '`')],
  },
  {
    file: 'web/operator/sections/answer.tsx',
    tests: ['web/operator/sections/left-presses.test.tsx'],
    bugs: [
      bug('an answer that arrives takes away what was written on', 'current && leftToSend(current, text)', 'null'),
      bug('a snippet chosen meanwhile takes what was sent along', 'if (added === null || /^', "if (added !== '' || /^"),
      bug(
        'the end of a text that only begins like the one sent is cut off',
        ' || /^\\S/.test(added)) return',
        ') return',
      ),
      bug('the same words a second time are the message before', '        keys.settle(text);\n', ''),
    ],
  },
  {
    file: 'web/operator/sections/conversation.tsx',
    tests: ['web/operator/sections/left-presses.test.tsx'],
    bugs: [bug('a deleted account’s chat stays on the screen', "refusalCode(whole.error) === 'chatUnknown'", 'false')],
  },
  {
    file: 'server/features/content/edited-content.ts',
    tests: ['server/features/content/publish-at-once.test.ts'],
    bugs: [
      bug(
        'what a colleague published meanwhile is replaced unseen',
        "if (seen !== undefined && newest !== seen) throw new Refusal('contentChanged');",
        '',
      ),
      bug('what a colleague has withdrawn is published again unseen', "${isWithdrawn ? withdrawnMark : ''}", ''),
    ],
  },
  {
    file: 'web/operator/sections/close-requests.tsx',
    tests: ['web/operator/sections/decided-as-shown-presses.test.tsx'],
    bugs: [
      bug(
        'a request that nobody has seen is closed with those before it',
        '({ member, through, reason',
        '({ member, through: through && String(lastAskedAt), reason',
      ),
    ],
  },
  {
    file: 'web/operator/sections/member-acts.tsx',
    tests: ['web/operator/sections/left-presses.test.tsx'],
    bugs: [
      bug('the dialog that lifts a freeze becomes one that freezes', 'key="unfreeze"', 'key="freeze"'),
      bug(
        'a freeze that a colleague lifted takes the refusal away with the dialog',
        'unfreeze.error === null || account.freeze?.operator ? null',
        'unfreeze.error === null || !account.freeze?.operator ? null',
      ),
      bug('an old refusal stays below a new freeze', '            onDone={unfreeze.reset}\n', ''),
    ],
  },
  {
    file: 'web/operator/sections/content-editor.tsx',
    tests: ['web/operator/sections/decided-as-shown-presses.test.tsx'],
    bugs: [
      bug(
        'a draft that a colleague published takes the refusal away with the dialog',
        '|| draft !== null ? null',
        '|| draft === null ? null',
      ),
      bug('a draft that is thrown away in vain is not said to be', 'publish.error ?? discard.error', 'publish.error'),
      bug('the refusal of an earlier draft stays', '    publish.reset();\n', ''),
    ],
  },
  {
    file: 'web/operator/sections/recoveries.tsx',
    tests: ['web/operator/sections/recoveries-presses.test.tsx'],
    bugs: [
      bug('the way back takes a dialog that is being worked in', 'isWorkedOn ? null : list.error', 'list.error'),
      bug('a page that was worked on leads back no more', 'isOpen ? row.member : null', 'row.member'),
    ],
  },
  {
    file: 'web/operator/sections/inbox.tsx',
    tests: ['web/operator/sections/inbox-presses.test.tsx'],
    bugs: [
      bug('a member’s wait is counted by the operator’s own clock', 'serverWallNow() - since', 'Date.now() - since'),
    ],
  },
  {
    file: 'web/features/deposits/channel-network.tsx',
    tests: ['web/features/deposits/deposit-lists-presses.test.tsx'],
    bugs: [bug('a network’s outage is counted by the phone’s clock', 'serverWallNow() - since', 'Date.now() - since')],
  },
  {
    file: 'server/features/members/add-member-note.ts',
    tests: ['server/features/members/member-lists.test.ts'],
    bugs: [
      bug(
        'a note that is sent twice at once is written twice',
        "    await lockInTransaction(transaction, 'viewsOfMember', memberId);\n",
        '',
      ),
      bug('a note that is sent again is written again', '    if (kept) {', '    if (kept && false) {'),
    ],
  },
  {
    file: 'server/features/operators/sign-out-operator.ts',
    tests: ['server/features/operators/signing-out.test.ts'],
    bugs: [bug('a changed role keeps an operator signed in', ' for share of o`', '`')],
  },
]);
