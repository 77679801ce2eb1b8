import { bug, mutantsOf } from '../mutant.ts';

/** Texts, notices, images, proofs and what is kept of a member. */
export const contentEdges = mutantsOf('http', [
  {
    file: 'server/features/images/image-store.ts',
    tests: ['server/test/images.test.ts'],
    bugs: [
      bug(
        'what is known of uploaded files is kept for ever',
        '  await sql`delete from image_upload where uploaded_at < ${aDayAgo}`.execute(tables);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/proofs/list-closed-candles.ts',
    tests: ['server/features/proofs/list-closed-candles.test.ts'],
    bugs: [
      bug(
        'a candle of a later minute is listed as that of the minute asked for',
        'return columns.openTime[0] === openTime ?',
        'return columns.openTime[0] !== undefined ?',
      ),
    ],
  },
  {
    file: 'server/features/own-data/get-deletion.ts',
    tests: ['server/test/deleted-member.test.ts'],
    bugs: [
      bug(
        'assistance points are not among those that a deletion gives up',
        'Number((balances?.assistance ?? 0n) + (balances?.promotion ?? 0n))',
        'Number(balances?.promotion ?? 0n)',
      ),
    ],
  },
  {
    file: 'server/features/content/notice-reads.ts',
    tests: ['server/features/content/notice-reads.test.ts'],
    bugs: [
      bug(
        'reading an older notice makes newer ones unread',
        'greatest(notice_read_through.notice_id, excluded.notice_id)',
        'excluded.notice_id',
      ),
    ],
  },
  {
    file: 'server/features/content/seed-content.ts',
    tests: ['server/features/content/edit-content.test.ts'],
    bugs: [
      bug(
        'a text that operators published goes with its file',
        'there.has(`${kind} ${seed}`) || published.has(`${kind} ${id}`)',
        'there.has(`${kind} ${seed}`) || published.size < 0',
      ),
    ],
  },
  {
    file: 'server/features/content/announce-notices.ts',
    tests: ['server/features/content/announce-notices.test.ts'],
    bugs: [bug('of several new notices the oldest is shown last', 'of fresh.reverse())', 'of fresh)')],
  },
  {
    file: 'server/features/content/draft-store.ts',
    tests: ['server/features/content/edit-content.test.ts'],
    bugs: [
      bug(
        'a draft whose title alone was changed meanwhile is published',
        '[locale, texts[locale]?.title ?? null, texts[locale]?.body ?? null]',
        '[locale, texts[locale]?.body ?? null]',
      ),
    ],
  },
]);

/** The platform below the features, and what the app is composed of. */
export const platformEdges = mutantsOf('platform', [
  {
    file: 'server/platform/security-log.ts',
    tests: ['server/platform/security-log.test.ts'],
    bugs: [
      bug(
        'repeated refusals of a long attack are told each time that the log is looked over',
        `      one.times = 0;
      one.since = now();`,
        '      one.times = 0;',
      ),
    ],
  },
  {
    file: 'server/platform/clock.ts',
    tests: ['server/platform/clock.test.ts'],
    bugs: [
      bug(
        'the product clock steps back by part of a millisecond at a start with another speed',
        'Math.ceil(timeOf(stored, wallMs))',
        'Math.floor(timeOf(stored, wallMs))',
      ),
      bug(
        'a database that answers slowly makes a node believe that its own clock is wrong',
        'Math.abs(difference) - (receivedAt - sentAt) / 2',
        'Math.abs(difference)',
      ),
    ],
  },
  {
    file: 'server/platform/events/stream-connection.ts',
    tests: ['server/platform/events/stream-connection.test.ts'],
    bugs: [
      bug(
        'a page is cut off for events of its own that it has received long ago',
        `    this.#own = [];
    this.#ownBytes = 0;`,
        '    this.#own = [];',
      ),
      bug(
        'a page that was slow several times is cut off as one that stopped reading',
        `    this.#beatsMissed = 0;
`,
        '',
      ),
    ],
  },
  {
    file: 'server/platform/http/connections.ts',
    tests: ['server/platform/http/connections.test.ts'],
    bugs: [
      bug(
        'a connection that still waits for its second answer counts as idle',
        'if (connection.unanswered === 0) table.move',
        'table.move',
      ),
    ],
  },
  {
    file: 'server/app-features.ts',
    tests: ['server/test/notifications.test.ts'],
    bugs: [
      bug(
        'messages of the chat are not in the number on the app’s icon',
        '(await content.unreadNotices(memberId, locale)) + (await support.unreadMessages(memberId))',
        'await content.unreadNotices(memberId, locale)',
      ),
    ],
  },
  {
    file: 'server/app-features.ts',
    tests: ['server/test/money-out.test.ts'],
    bugs: [
      bug('an activated account waits for one review after the other', "? 'several' : 'one'", "? 'one' : 'several'"),
    ],
  },
  {
    file: 'server/app.ts',
    tests: ['server/features/home/home-http.test.ts'],
    bugs: [
      bug(
        'a node whose own clock has run away says that it is ready',
        `      clock.requireAgreement();
`,
        '',
      ),
    ],
  },
]);

/** The commands for operators and verifiers. */
export const toolsEdges = mutantsOf('tools', [
  {
    file: 'tools/verify/roots.ts',
    tests: ['tools/verify/roots.test.ts'],
    bugs: [
      bug(
        'of three sources a fork between the second and the third is not found',
        'for (const earlier of sources.slice(0, place)) faults',
        'for (const earlier of sources.slice(0, Math.min(1, place))) faults',
      ),
    ],
  },
  {
    file: 'tools/operator/operators.ts',
    tests: ['server/test/operator-tool.test.ts'],
    bugs: [
      bug(
        'an operator who has left is listed as not enrolled',
        "endedAt === null ? means.join(', ') || 'not enrolled' :",
        "means.length === 0 ? 'not enrolled' : endedAt === null ? means.join(', ') :",
      ),
    ],
  },
  {
    file: 'server/features/content/announce-notices.ts',
    tests: ['server/features/content/announce-notices.test.ts'],
    bugs: [
      bug(
        'texts that could not be read when they changed are never read',
        'await library.reload();',
        'await library.reload().catch(() => undefined);',
      ),
    ],
  },
  {
    file: 'server/features/content/mark-notices-read.ts',
    tests: ['server/features/content/notice-reads.test.ts'],
    bugs: [bug('a notice that was not shown counts as read', 'through === undefined || id <= through', 'true')],
  },
  {
    file: 'server/features/notifications/push/device-store.ts',
    tests: ['server/features/notifications/push/push-devices.test.ts'],
    bugs: [
      bug(
        'a device that another member takes over is the oldest of theirs, and lost at once',
        'then device.added_at else excluded.added_at end',
        'then device.added_at else device.added_at end',
      ),
      bug(
        'messages of the member before go on to a device that another one took over',
        "then device.claimed_until else 'epoch' end",
        'then device.claimed_until else device.claimed_until end',
      ),
    ],
  },
  {
    file: 'server/features/support/send-chat-image.ts',
    tests: ['server/test/chat-images.test.ts'],
    bugs: [
      bug('an image of an operator holds the member before the chat', '      await lockChat(queries, memberId);\n', ''),
    ],
  },
  {
    file: 'server/features/support/close-conversation.ts',
    tests: ['server/features/support/conversation-acts.test.ts'],
    bugs: [
      bug(
        'a late closing ends the next conversation',
        ' and conversation = coalesce($2, conversation)',
        ' and ($2::integer is null or true)',
      ),
    ],
  },
  {
    file: 'server/platform/security-acts.ts',
    tests: ['server/features/own-data/own-data.test.ts'],
    bugs: [
      bug('an export stands where its ticket was given out', 'const id = idOfMark(at, mark);', 'const id = mark;'),
    ],
  },
  {
    file: 'web/features/content/notice-list.tsx',
    tests: ['web/features/content/notices-presses.test.tsx'],
    bugs: [
      bug(
        'all notices are marked, shown or not',
        "markRead.mutate({ through: notices[0]?.id ?? '' })",
        'markRead.mutate({})',
      ),
    ],
  },
  {
    file: 'web/features/support/chat.tsx',
    tests: ['web/features/support/chat-presses.test.tsx'],
    bugs: [bug('a mark of what was read that is lost is not made again', '{ onError: isLost }', '{}')],
  },
  {
    file: 'web/features/support/outbox.ts',
    tests: ['web/features/support/outbox.test.ts'],
    bugs: [
      bug(
        'a message is refused for ever whose image went to something else',
        "code === 'imageUnknown' || code === 'imageUsed'",
        "code === 'imageUnknown'",
      ),
    ],
  },
  {
    file: 'web/operator/sections/conversation.tsx',
    tests: ['web/operator/sections/inbox-presses.test.tsx'],
    bugs: [
      bug(
        'what came while the console was hidden stays unseen',
        "document.addEventListener('visibilitychange', markNow);",
        '',
      ),
    ],
  },
]);
