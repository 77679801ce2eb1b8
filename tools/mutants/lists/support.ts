import { bug, type MutatedFile } from '../mutant.ts';

const folder = 'server/features/support';
const chatTests = [`${folder}/support.test.ts`];
const inboxTests = [`${folder}/inbox.test.ts`];
const overHttp = ['server/test/support-over-http.test.ts'];
const outboxTests = ['web/features/support/outbox.test.ts'];

/** The chat with customer service. */
export const support: readonly MutatedFile[] = [
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
    file: 'web/features/support/outbox.ts',
    tests: outboxTests,
    bugs: [
      bug('messages of one moment lose their order', 'this.#lastPlace + 1, newest + 1', '0'),
      bug(
        'a lost connection is tried again at once',
        'this.#failures += 1;\n      return false;',
        'this.#failures += 1;\n      return true;',
      ),
      bug('a refused message holds up the others', 'loaded.find(({ problem }) => problem === null)', 'loaded[0]'),
      bug(
        'a deleted message comes back with its image',
        'if (!(await this.#replace(owner, { ...message, image }))) return true;',
        'await this.#keep(owner, { ...message, image });',
      ),
      bug(
        'a deleted message comes back with its refusal',
        'await this.#replace(owner, { ...message, image: isGone ? null : message.image, problem });',
        'await this.#keep(owner, { ...message, image: isGone ? null : message.image, problem });',
      ),
    ],
  },
  {
    file: 'server/features/support/mark-messages-read.ts',
    tests: ['server/features/support/support.test.ts'],
    bugs: [bug('nobody hears of what was read', 'await events.publish(memberId);', 'void events;')],
  },
  {
    file: 'web/features/support/outbox.ts',
    tests: ['web/features/support'],
    bugs: [
      bug(
        'a lost connection is waited for without a bound',
        'Math.min(retryFirstMs * 2 ** this.#failures, retryMaxMs)',
        'retryFirstMs * 2 ** this.#failures',
      ),
      bug(
        'a success does not end the outbox’s back-off',
        '    await store.remove(owner, message);\n    this.#failures = 0;',
        '    await store.remove(owner, message);',
      ),
      bug('a bound on requests refuses the message', "'serverBusy', 'tooManyRequests', ", "'serverBusy', "),
      bug('a message that is tried again stays refused', '{ ...message, problem: null });', 'message);'),
      bug(
        'a message of a member who has left is tried again',
        '    if (this.#owner === null) return;\n    await this.#keep(this.#owner, { ...message, problem: null });',
        '    await this.#keep(this.#owner as string, { ...message, problem: null });',
      ),
      bug(
        'a message of a member who has left is kept for nobody',
        '    if (this.#owner === null) return;\n    const newest',
        '    const newest',
      ),
      bug('pauses before another try pile up', '      this.#cancelRetry();\n', ''),
      bug('all that was ever sent is shown', '.slice(-sentShownMax)', ''),
      bug(
        'a discarded message is still shown',
        '    await this.#dependencies.store.remove(this.#owner, message);\n    this.#waiting = this.#without(message);',
        '    await this.#dependencies.store.remove(this.#owner, message);',
      ),
      bug('the end of the session refuses a message', '    if (error instanceof SessionOver) return false;\n', ''),
      bug(
        'messages of the account before are sent for the next',
        '      if (owner !== this.#owner) return;\n      this.#waiting = loaded;',
        '      this.#waiting = loaded;',
      ),
      bug(
        'sent messages of the account before are shown',
        '    this.#owner = owner;\n    this.#sent = [];',
        '    this.#owner = owner;',
      ),
      bug(
        'a message is sent for the account that came while its image was uploaded',
        '        if (owner !== this.#owner) return true;\n',
        '',
      ),
      bug(
        'messages of the account before are shown for a moment',
        '    if (owner !== this.#owner) return;\n    this.#waiting = waiting;',
        '    this.#waiting = waiting;',
      ),
    ],
  },
  {
    file: 'web/features/support/kept-messages.ts',
    tests: ['web/features/support/kept-messages.test.ts'],
    bugs: [
      bug(
        'what was written before the number was known is sent twice',
        '    await keptMessages.put(number, message);\n    await keptMessages.remove(nameless(username), message);',
        '    await keptMessages.put(number, message);',
      ),
      bug(
        'a deleted account leaves what was written first',
        '[ownerOf(username), nameless(username)]',
        '[ownerOf(username)]',
      ),
      bug('account 1 has the messages of account 12', "key.startsWith(keyOf(owner, ''))", 'key.startsWith(owner)'),
    ],
  },
];
