import * as z from 'zod/mini';
import { operation } from './operation.ts';
import {
  chatConversation,
  chatMessage,
  chatSearchField,
  conversationField,
  messageIdField,
  messageImageField,
  messageTextField,
  pinFields,
  positionField,
  starsField,
  transcriptPartSize,
} from './support-schemas.ts';

export const sendMessage = operation({
  summary:
    'Writes a message to customer service: a text, an image, or an object of one’s own (`pin` its kind, `pinned` its id), or several of these. Sent again under the same `id`, it is the message that was kept.',
  method: 'POST',
  path: '/chat/send',
  access: 'member',
  effect: 'write',
  input: z
    .strictObject({
      id: messageIdField,
      text: z.optional(messageTextField),
      image: messageImageField,
      ...pinFields,
    })
    .check(
      z.refine(({ text, image, pin }) => text !== undefined || image !== undefined || pin !== undefined, {
        error: 'messageMissing',
      }),
      z.refine(({ pin, pinned }) => (pin === undefined) === (pinned === undefined), { error: 'pinUnknown' }),
    ),
  output: chatMessage,
  errors: [
    'messageMissing',
    'messageInvalid',
    'messageIdInvalid',
    'messageIdReused',
    'chatMessagesOfDay',
    'imageUnknown',
    'imageUsed',
    'pinUnknown',
  ],
});

const chatLog = z.object({
  /** Newest first. */
  messages: z.array(chatMessage),
  /** Position to read the next page before; null after the last one. */
  next: z.nullable(z.int()),
  /** The newest conversation; null where nothing was ever written. */
  conversation: z.nullable(chatConversation),
  /** Those that the messages of the page belong to, in any order. */
  conversations: z.array(chatConversation),
  /** Positions up to which customer service has seen and answered, and the member has seen; 0 before. */
  seen: z.int(),
  answered: z.int(),
  read: z.int(),
});

/** A page of the member's chat. */
export type ChatLog = z.output<typeof chatLog>;

export const listMessages = operation({
  summary:
    'The member’s chat with customer service, newest first, 50 messages at a time; with `search`, those of the 2,000 before the position whose text contains it.',
  method: 'GET',
  path: '/chat/log',
  access: 'member',
  effect: 'read',
  input: z.strictObject({
    before: z.optional(positionField),
    search: z.optional(chatSearchField),
  }),
  output: chatLog,
  answerIn: 'info',
  errors: ['messageUnknown'],
});

export const getUnread = operation({
  summary: 'How many messages of customer service the member has not read, counted up to 100.',
  method: 'GET',
  path: '/chat/notice',
  access: 'member',
  effect: 'read',
  output: z.object({ unread: z.int() }),
  answerIn: 'info',
});

export const markMessagesRead = operation({
  summary: 'Remembers that the member has read the messages up to a position.',
  method: 'POST',
  path: '/chat/read',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ through: positionField }),
  output: z.object({ unread: z.int() }),
  errors: ['messageUnknown'],
});

export const rateConversation = operation({
  summary: 'Rates a conversation that has ended, with 1 to 5 stars; once.',
  method: 'POST',
  path: '/chat/rate',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ conversation: conversationField, stars: starsField }),
  output: chatConversation,
  message: 'conversationNowRated',
  errors: ['conversationUnknown', 'conversationOpen', 'conversationRated', 'ratingMissing'],
});

export const getChatTranscript = operation({
  summary: `A conversation to be saved as a file, oldest message first, ${transcriptPartSize} at a time; \`after\` is the \`next\` of the part before.`,
  method: 'GET',
  path: '/chat/transcript',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ conversation: conversationField, after: z.optional(positionField) }),
  output: z.object({
    conversation: chatConversation,
    messages: z.array(chatMessage),
    /** Position to read the next part after; null after the last one. */
    next: z.nullable(z.int()),
  }),
  errors: ['conversationUnknown', 'messageUnknown'],
});

const replyTimes = z.object({
  /** Replies measured: the first answer of an operator after a message that waited for one. */
  count: z.int(),
  /** Null where none was measured. */
  medianSeconds: z.nullable(z.number()),
  /** What 95 of 100 waited at most; null where none was measured. */
  percentile95Seconds: z.nullable(z.number()),
  /** Conversations that were closed within the same time while a message waited: they have no reply to measure. */
  unanswered: z.int(),
  /** Members who wait for an answer at the moment, who are in none of these figures yet. */
  waiting: z.int(),
});

/** Measured reply times of the last 30 days. */
export type ReplyTimes = z.output<typeof replyTimes>;

export const getReplyTimes = operation({
  summary:
    'How long members waited for an answer of a person within the last 30 days, and how many conversations were closed without one.',
  method: 'GET',
  path: '/chat/replytimes',
  access: 'public',
  effect: 'read',
  output: replyTimes,
});
