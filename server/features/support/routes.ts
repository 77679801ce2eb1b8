import { api } from '#contract/api.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { createRateLimiter } from '#server/platform/http/rate-limit.ts';
import { answerConversation } from './answer-conversation.ts';
import { assignConversation } from './assign-conversation.ts';
import { closeConversation } from './close-conversation.ts';
import { getChatRatings } from './get-chat-ratings.ts';
import { getChatTranscript } from './get-chat-transcript.ts';
import { getReplyTimes } from './get-reply-times.ts';
import { getUnread } from './get-unread.ts';
import { listConversations } from './list-conversations.ts';
import { listMessages, searchAllowance } from './list-messages.ts';
import { listSnippets } from './list-snippets.ts';
import { markConversationSeen } from './mark-conversation-seen.ts';
import { markMessagesRead } from './mark-messages-read.ts';
import { openPinnedObject, type ReadObject } from './open-pinned-object.ts';
import { rateConversation } from './rate-conversation.ts';
import { readConversation } from './read-conversation.ts';
import { removeSnippet } from './remove-snippet.ts';
import { saveSnippet } from './save-snippet.ts';
import { type SendChatImageDependencies, sendChatImage } from './send-chat-image.ts';
import { type SendDependencies, sendMessage } from './send-message.ts';

/** Rate-limit cost of an image. */
const uploadWeight = 10;

export interface SupportRouteDependencies extends SendDependencies, SendChatImageDependencies {
  readonly readObject: ReadObject;
}

export function supportRoutes(dependencies: SupportRouteDependencies): readonly Binding[] {
  const { pool } = dependencies;
  const searches = createRateLimiter(searchAllowance);
  return bindAll('support', api.support, {
    sendMessage: (input, { member, locale }) => sendMessage(dependencies, member.memberId, input, locale),
    listMessages: (input, { member }) => listMessages(pool, member.memberId, input, searches),
    getUnread: (_, { member }) => getUnread(pool, member.memberId),
    markMessagesRead: (input, { member }) => markMessagesRead(dependencies, member.memberId, input),
    rateConversation: (input, { member }) => rateConversation(dependencies, member.memberId, input),
    getChatTranscript: { handler: (input, { member }) => getChatTranscript(pool, member.memberId, input), weight: 4 },
    getReplyTimes: { handler: () => getReplyTimes(pool), sharedForMs: 10_000 },
    listConversations: (input, { operator }) => listConversations(dependencies, operator, input),
    readConversation: (input, { operator }) => readConversation(dependencies, operator, input, searches),
    markConversationSeen: (input, { operator }) => markConversationSeen(dependencies, operator, input),
    answerConversation: (input, { operator }) => answerConversation(dependencies, operator, input),
    sendChatImage: {
      handler: (input, { operator, upload }) => sendChatImage(dependencies, operator, input, upload),
      weight: uploadWeight,
    },
    assignConversation: (input, { operator }) => assignConversation(dependencies, operator, input),
    closeConversation: (input, { operator }) => closeConversation(dependencies, operator, input),
    openPinnedObject: (input, { operator }) => openPinnedObject(dependencies, operator, input),
    getChatRatings: () => getChatRatings(pool),
    listSnippets: () => listSnippets(pool),
    saveSnippet: (input, { operator }) => saveSnippet(dependencies, operator, input),
    removeSnippet: (input, { operator }) => removeSnippet(dependencies, operator, input),
  });
}
