import { bug, mutantsOf } from '../mutant.ts';

const folder = 'server/features/support';
const chatTests = [`${folder}/support.test.ts`, `${folder}/chat-measures.test.ts`];
const inboxTests = [`${folder}/inbox.test.ts`, `${folder}/conversation-acts.test.ts`];
const overHttp = ['server/test/support-over-http.test.ts'];

/** The chat with customer service. */
export const support = mutantsOf('support', [
  {
    file: 'server/features/support/message-store.ts',
    tests: ['server/features/support/support.test.ts'],
    bugs: [
      bug('a search ends where its first request does', 'next: searchedFrom > 1 ? searchedFrom : null', 'next: null'),
      bug(
        'a search of a long chat has no bound',
        '(await endOfChat(queries, memberId, before)) - chatSearchedMax',
        '1',
      ),
    ],
  },
  {
    file: 'server/features/support/support-feature.ts',
    tests: ['server/test/chat-images.test.ts'],
    bugs: [
      bug(
        'that an operator looked at an image of the chat is recorded nowhere',
        'if (bytes && memberId !== null) await recordView({ pool }, operator, memberId);',
        '',
      ),
      bug(
        'an operator sees images of a member that are in no message',
        'memberId !== null && (await isImageOfChat(pool, memberId, image))',
        'memberId !== null',
      ),
    ],
  },
  {
    file: 'server/features/support/list-conversations.ts',
    tests: inboxTests,
    bugs: [
      bug(
        'the last message that was seen counts as unseen',
        'fresh.position > page.seen_through',
        'fresh.position >= page.seen_through',
      ),
    ],
  },
  {
    file: 'server/features/support/save-snippet.ts',
    tests: [`${folder}/snippets.test.ts`],
    bugs: [
      bug(
        'the log keeps a snippet without its beginning',
        'text.slice(0, loggedLength)',
        'text.slice(1, loggedLength)',
      ),
      bug('there is one snippet more than there may be', 'count(*) >= $4', 'count(*) > $4'),
      bug(
        'a snippet that is sent twice at once is there twice',
        "  await lockInTransaction(transaction, 'snippets');\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/support/read-conversation.ts',
    tests: ['server/features/support/inbox.test.ts'],
    bugs: [bug('an operator’s search finds everything', 'before, sought)', "before, '')")],
  },
  {
    file: 'server/migrations/0111-answers-of-what-was-seen.sql',
    tests: [`${folder}/first-messages.test.ts`],
    bugs: [
      bug(
        'two messages at once get one place',
        'select * into chat from support_chat where member_id = of_member for update;',
        'select * into chat from support_chat where member_id = of_member;',
      ),
    ],
  },
  {
    file: 'server/migrations/0111-answers-of-what-was-seen.sql',
    tests: chatTests,
    bugs: [
      bug(
        'another text under the same id is taken for the same message',
        "then 'reused' else 'kept'",
        "then 'kept' else 'kept'",
      ),
      bug('a second question restarts the clock of the first', 'coalesce(chat.waiting_since, at)', 'at'),
      bug('an automatic answer ends the waiting', " when 'automatic' then chat.waiting_since else", ' else'),
      bug(
        'the day of a chat has no end',
        'position = chat.newest - of_day_max + 1',
        'position = chat.newest - of_day_max * 2',
      ),
    ],
  },
  {
    file: 'server/migrations/0111-answers-of-what-was-seen.sql',
    tests: inboxTests,
    bugs: [
      bug('an answer answers what nobody saw', 'seen := coalesce(of_seen, chat.newest);', 'seen := chat.newest;'),
      bug(
        'an answer to nothing that was seen is measured',
        "if chat.waiting_since < coalesce(waits_from, 'infinity') then",
        'if chat.waiting_since is not null then',
      ),
      bug('an answer to what is to come is taken', 'if seen > chat.newest then', 'if false then'),
    ],
  },
  {
    file: `${folder}/close-conversation.ts`,
    tests: inboxTests,
    bugs: [
      bug(
        'who closes unanswered conversations leaves the measured times',
        'values: [memberId, number, waiting_since],',
        'values: [memberId, number, null],',
      ),
    ],
  },
  {
    file: `${folder}/chat-store.ts`,
    tests: chatTests,
    bugs: [
      bug('own messages count as unread', "and author <> 'member' limit", 'limit'),
      bug('a mark goes back', 'and ${mark} < $2 and newest', 'and newest'),
      bug(
        'reply times count replies of all time',
        "where answered_at > now() - interval '30 days'",
        "where answered_at > '-infinity'",
      ),
      bug('an open conversation is rated', 'and closed_at is not null and stars is null', 'and stars is null'),
      bug(
        'ratings of any age are counted',
        "where closed_at > now() - interval '30 days' group",
        'where closed_at is not null group',
      ),
    ],
  },
  {
    file: `${folder}/send-message.ts`,
    tests: inboxTests,
    bugs: [
      bug(
        'another member’s object is pinned',
        'pin !== null && !(await ownsObject',
        'pin === undefined && !(await ownsObject',
      ),
    ],
  },
  {
    file: `${folder}/send-message.ts`,
    tests: ['server/test/chat-images.test.ts'],
    bugs: [
      bug(
        'a refused message keeps its picture',
        'await images.give(transaction, memberId, sending.image, `chat:${sending.id}`);',
        'await tables.transaction().execute((own) => images.give(own, memberId, sending.image, `chat:${sending.id}`));',
      ),
    ],
  },
  {
    file: `${folder}/send-message.ts`,
    tests: chatTests,
    bugs: [
      bug('the other side hears nothing of a second message', 'if (isNew || isFirst) await', 'if (isFirst) await'),
      bug(
        'a repeated first message whose answer was cut off gets none',
        '  if (isFirst) await answerAutomatically',
        '  if (isNew && isFirst) await answerAutomatically',
      ),
    ],
  },
  {
    file: `${folder}/list-conversations.ts`,
    tests: inboxTests,
    bugs: [bug('automatic answers count as unseen', " and fresh.author = 'member') as unseen", ') as unseen')],
  },
  {
    file: `${folder}/assign-conversation.ts`,
    tests: inboxTests,
    bugs: [
      bug(
        'a conversation is given to an operator who is just being ended',
        ' and ended_at is null for share',
        ' and ended_at is null',
      ),
      bug('an operator who has ended is given conversations', ' and ended_at is null for share', ' for share'),
    ],
  },
  ...['assign', 'answer', 'close'].map((act) => ({
    file: `${folder}/${act}-conversation.ts`,
    tests: inboxTests,
    bugs: [bug(`open pages do not hear of this act: ${act}`, '  await dependencies.events.publish(memberId);\n', '')],
  })),
  {
    file: `${folder}/mark-conversation-seen.ts`,
    tests: inboxTests,
    bugs: [
      bug(
        'the member’s page does not hear that a message was seen',
        '  if (hasMoved) await events.publish(memberId);\n',
        '',
      ),
      bug('a mark that did not move is told', 'if (hasMoved) await', 'await'),
    ],
  },
  {
    file: `${folder}/rate-conversation.ts`,
    tests: inboxTests,
    bugs: [bug('the inbox does not hear of a rating', '  if (isNew) await events.publish(memberId);\n', '')],
  },
  {
    file: `${folder}/inbox.ts`,
    tests: inboxTests,
    bugs: [
      bug(
        'an operator whose role has ended repeats what was done',
        '    else await requireActing(transaction, act.by);\n',
        '    void requireActing;\n',
      ),
    ],
  },
  {
    file: `${folder}/open-pinned-object.ts`,
    tests: inboxTests,
    bugs: [bug('an operator opens a member’s object unseen', '  await recordView(dependencies, by, memberId);\n', '')],
  },
  {
    file: `${folder}/close-conversation.ts`,
    tests: inboxTests,
    bugs: [bug('a closed conversation still waits', 'waiting_since = null, ', '')],
  },
  {
    file: `${folder}/support-feature.ts`,
    tests: overHttp,
    bugs: [
      bug(
        'operators see every image of a member',
        'const isSent = memberId !== null && (await isImageOfChat(pool, memberId, image));',
        'const isSent = memberId !== null;',
      ),
    ],
  },
  {
    file: 'server/features/support/mark-messages-read.ts',
    tests: ['server/features/support/support.test.ts'],
    bugs: [bug('nobody hears of what was read', 'await events.publish(memberId);', 'void events;')],
  },
  {
    file: 'server/features/support/save-snippet.ts',
    tests: [`${folder}/snippets.test.ts`],
    bugs: [
      bug('a snippet that is sent twice is two', '  if (rows[0]?.isThere) return false;\n', ''),
      bug('what a colleague changed is written over', 'seen !== hash) throw', 'seen === id) throw'),
    ],
  },
]);
