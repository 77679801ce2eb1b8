import { bug, mutantsOf } from '../mutant.ts';

/** Chats: reads that need an act, and automatic answers. */
export const chatReads = mutantsOf('support', [
  {
    file: 'server/features/support/list-conversations.ts',
    tests: ['server/features/support/inbox.test.ts'],
    bugs: [
      bug(
        'the inbox is read although the look could not be recorded',
        `await recordOperatorLook(looks, { by, act: 'listViewed', subject: 'list conversations' });`,
        `await recordOperatorLook(looks, { by, act: 'listViewed', subject: 'list conversations' }).catch(() => undefined);`,
      ),
    ],
  },
  {
    file: 'server/features/support/routes.ts',
    tests: ['server/test/support-over-http.test.ts'],
    bugs: [
      bug(
        'searches of the chat by members are not bounded',
        'listMessages(pool, member.memberId, input, searches)',
        'listMessages(pool, member.memberId, input)',
      ),
    ],
  },
  {
    file: 'server/features/support/list-messages.ts',
    tests: ['server/features/support/support.test.ts'],
    bugs: [bug('a search with spaces around it finds nothing', `search?.trim() ?? ''`, `search ?? ''`)],
  },
  {
    file: 'server/features/support/send-message.ts',
    tests: ['server/test/chat-images.test.ts'],
    bugs: [
      bug(
        'a message with an image locks the image before the chat',
        `    await lockChat(queries, memberId);
`,
        '',
      ),
    ],
  },
  {
    file: 'server/features/support/send-message.ts',
    tests: ['server/features/support/support.test.ts'],
    bugs: [
      bug(
        'a failure of the automatic answer is swallowed',
        'if (!(error instanceof Refusal)) throw error;',
        'void error;',
      ),
      bug(
        'an automatic answer that is refused fails the message of the member',
        'if (!(error instanceof Refusal)) throw error;',
        'throw error;',
      ),
    ],
  },
  {
    file: 'server/features/support/send-chat-image.ts',
    tests: ['server/test/chat-images.test.ts'],
    bugs: [bug('an image of an operator does not mark what the operator saw', 'seen: through,', '')],
  },
  {
    file: 'server/features/support/message-store.ts',
    tests: ['server/features/support/support.test.ts'],
    bugs: [
      bug(
        'the search of the chat takes the searched words as they are typed, full-width letters among them',
        'lower(normalize($3, nfkc))',
        'lower($3)',
      ),
    ],
  },
  {
    file: 'server/features/support/assign-conversation.ts',
    tests: ['server/features/support/conversation-acts.test.ts'],
    bugs: [
      bug(
        'conversations are offered to operators who left',
        'where role = any($1) and ended_at is null order by name',
        'where role = any($1) order by name',
      ),
    ],
  },
  {
    file: 'server/features/support/message-store.ts',
    tests: ['server/features/support/inbox.test.ts'],
    bugs: [
      bug(
        'the pinned object of a message is read as the message of another position',
        'where member_id = $1 and position = $2`,',
        'where member_id = $1 and position <= $2 order by position desc limit 1`,',
      ),
    ],
  },
  {
    file: 'server/features/own-data/own-data-tables.ts',
    tests: ['server/features/own-data/own-data.test.ts'],
    bugs: [
      bug(
        'the export has what an operator wrote in the log about the member',
        `without: ['operator', 'detail', 'subject']`,
        `without: ['operator']`,
      ),
    ],
  },
]);

/** What operators see, sign in by and are notified of. */
export const deskReads = mutantsOf('operators', [
  {
    file: 'server/features/members/search-members.ts',
    tests: ['server/test/operators-and-members.test.ts'],
    bugs: [
      bug(
        'members are searched although the search could not be recorded',
        `recordOperatorLook(database, { by, act: 'membersSearched', subject: \`search \${search}\` }),`,
        `recordOperatorLook(database, { by, act: 'membersSearched', subject: \`search \${search}\` }).catch(() => undefined),`,
      ),
    ],
  },
  {
    file: 'server/features/members/view-member.ts',
    tests: ['server/features/members/view-member.test.ts'],
    bugs: [
      bug(
        'the operator does not see that a self-exclusion ends earlier',
        '(select least(e.ends_at, e.lifts_at) from',
        '(select e.ends_at from',
      ),
      bug(
        `a member deleted between an operator's look and the read is a fault of the server`,
        `if (!row) throw new Refusal('memberUnknown');`,
        `if (!row) throw new Error('memberUnknown');`,
      ),
    ],
  },
  {
    file: 'server/features/health/sample-store.ts',
    tests: ['server/features/health/health.test.ts'],
    bugs: [
      bug(
        'a job that is a minute late is overdue',
        `due_at < now() - interval '2 minutes' as overdue`,
        'due_at < now() as overdue',
      ),
    ],
  },
  {
    file: 'server/features/operators/enrol-operator-authenticator.ts',
    tests: ['server/features/operators/operator-enrolment.test.ts'],
    bugs: [
      bug(
        'the first code of a new app can be used once more',
        '${new Date(now)}, ${step})',
        '${new Date(now)}, ${step - 1})',
      ),
    ],
  },
  {
    file: 'server/features/products/list-offers.ts',
    tests: ['server/test/changed-prizes.test.ts'],
    bugs: [
      bug(
        'the prizes listed are those of the next day',
        'prizeTableOfDay(offers.prizeTables(), utcDay(now))',
        'prizeTableOfDay(offers.prizeTables(), Math.ceil(now / 86_400_000))',
      ),
    ],
  },
  {
    file: 'server/features/products/product-store.ts',
    tests: ['server/test/product-changes.test.ts'],
    bugs: [
      bug(
        'the page of changes repeats the one before',
        '(r.asked_at, r.id) < (select asked_at',
        '(r.asked_at, r.id) <= (select asked_at',
      ),
    ],
  },
  {
    file: 'server/features/operators/operator-links.ts',
    tests: ['server/test/operator-passkeys.test.ts'],
    bugs: [
      bug(
        'an enrolment keeps the earlier password beside the passkey',
        'set password_hash = null, locale',
        'set locale',
      ),
    ],
  },
  {
    file: 'server/features/operators/operator-factor.ts',
    tests: ['server/features/operators/operator-enrolment.test.ts'],
    bugs: [bug('a code with a space is wrong for operators', `typed.replace(/[\\s-]/g, '')`, 'typed')],
  },
  {
    file: 'server/features/operators/sign-out-operator.ts',
    tests: ['server/features/operators/operators.test.ts'],
    bugs: [
      bug(
        'a sign-out of an operator ends the cookie alone',
        'if (tokenHash === null) return {};',
        'if (tokenHash !== null) return {};',
      ),
    ],
  },
  {
    file: 'server/features/operators/get-operator-session.ts',
    tests: ['server/features/operators/operators.test.ts'],
    bugs: [
      bug(
        'the expiry of the operator’s session is that of another one',
        ' where token_hash = ${operatorTokenHash(call)}`',
        '`',
      ),
    ],
  },
  {
    file: 'server/features/operators/decide-approval.ts',
    tests: ['server/test/approvals-by-operators.test.ts'],
    bugs: [
      bug(
        'the list of what waits is not read again after a decision',
        `  await operatorEvents.publish({ subject: 'approvals', id: '' });
`,
        '',
      ),
    ],
  },
]);

/** Devices of push messages. */
export const deviceOrder = mutantsOf('notifications', [
  {
    file: 'server/features/notifications/push/device-store.ts',
    tests: ['server/features/notifications/push/push-devices.test.ts'],
    bugs: [
      bug(
        'the newest device is removed beyond ten',
        'order by added_at desc, endpoint_hash offset',
        'order by added_at, endpoint_hash offset',
      ),
      bug(
        'a device that is added again goes on waiting for its retry',
        `failures = 0, retry_at = 'epoch',`,
        'failures = 0,',
      ),
    ],
  },
]);

/** Moments that operators type. */
export const startMoments = mutantsOf('web', [
  {
    file: 'web/operator/ui/propose.tsx',
    tests: ['web/operator/ui/propose.test.ts'],
    bugs: [
      bug(
        `an operator's start is taken as UTC`,
        'const moment = Date.parse(value);',
        'const moment = Date.parse(`${value}Z`);',
      ),
    ],
  },
  {
    file: 'web/operator/ui/propose.tsx',
    tests: ['web/operator/sections/products-presses.test.tsx'],
    bugs: [bug('a date without a time is taken for no start', 'return !isBad;', 'return true;')],
  },
]);

/** What a chat's conversation ends with, and begins with. */
export const conversationEdges = mutantsOf('web', [
  {
    file: 'server/features/support/close-conversation.ts',
    tests: ['server/features/support/conversation-acts.test.ts'],
    bugs: [bug('a conversation is closed by who saw what is not there', 'seen.through > newest', 'seen.through < 0')],
  },
  {
    file: 'server/features/support/message-store.ts',
    tests: ['server/features/support/support.test.ts'],
    bugs: [
      bug(
        'an automatic answer lands in the next conversation',
        'and is_open and conversation = $12',
        'and $12::int > 0',
      ),
    ],
  },
]);
