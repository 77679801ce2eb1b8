import * as z from 'zod/mini';
import { moment, textField } from './fields.ts';
import { imageErrors, imageUpload } from './images.ts';
import { locales } from './locale.ts';
import { operation } from './operation.ts';
import { operatorField } from './operator-fields.ts';
import { permissions } from './roles.ts';
import {
  chatConversation,
  chatMessage,
  chatSearchField,
  conversationField,
  messageIdField,
  messageTextField,
  pinnedObject,
  positionField,
} from './support-schemas.ts';

const access = { role: permissions.answerChat } as const;

/** Number of a member, as `getWallet` shows it to them. */
const memberField = textField(/^\d{16}$/, 'chatUnknown', 'chatUnknown');

/** Which conversations: those that wait for an answer, longest first; one's own open ones; all open ones; the closed ones. */
export const inboxQueues = ['waiting', 'mine', 'open', 'closed'] as const;

/** Which conversations of the inbox. */
export type InboxQueue = (typeof inboxQueues)[number];

/** Conversations of a page of the inbox. */
export const inboxPageSize = 50;

const inboxEntry = z.object({
  /** Number of the member, which the other operations of the inbox take. */
  member: z.string(),
  /** The member's language. */
  locale: z.enum(locales),
  conversation: chatConversation,
  /** Since when the oldest unanswered message waits; null where everything is answered. */
  waitingSince: z.nullable(moment),
  /** Name of the operator it is assigned to; null for none. */
  assigned: z.nullable(z.string()),
  /** Messages that no operator has seen. */
  unseen: z.int(),
  newest: chatMessage,
});

/** A line of the inbox. */
export type InboxEntry = z.output<typeof inboxEntry>;

export const listConversations = operation({
  summary: 'The conversations of a queue, 50 at a time; `before` is the `next` of the page before.',
  method: 'GET',
  path: '/operator/chat/conversations',
  access,
  effect: 'read',
  input: z.strictObject({
    queue: z.enum(inboxQueues, { error: () => 'queueUnknown' }),
    before: z.optional(textField(/^\d{1,16}\.\d{1,19}$/, 'chatUnknown', 'chatUnknown')),
  }),
  output: z.object({
    conversations: z.array(inboxEntry),
    next: z.nullable(z.string()),
    /** Conversations that wait, in all. */
    waiting: z.int(),
  }),
  errors: ['queueUnknown', 'chatUnknown'],
});

export const readConversation = operation({
  summary:
    'A member’s chat, newest first, 50 messages at a time; with `search`, those of the 2,000 before the position whose text contains it.',
  method: 'GET',
  path: '/operator/chat/log',
  access,
  effect: 'read',
  input: z.strictObject({
    member: memberField,
    before: z.optional(positionField),
    search: z.optional(chatSearchField),
  }),
  output: z.object({
    messages: z.array(chatMessage),
    next: z.nullable(z.int()),
    conversation: chatConversation,
    /** Those that the messages of the page belong to, in any order. */
    conversations: z.array(chatConversation),
    assigned: z.nullable(z.string()),
    /** Operators whom it can be assigned to, the caller among them. */
    operators: z.array(z.string()),
    waitingSince: z.nullable(moment),
    locale: z.enum(locales),
    /** Positions up to which operators have seen and answered, and the member has read. */
    seen: z.int(),
    answered: z.int(),
    read: z.int(),
  }),
  errors: ['chatUnknown', 'messageUnknown'],
});

export const markConversationSeen = operation({
  summary: 'Remembers that an operator has seen a chat up to a position; the member is shown it.',
  method: 'POST',
  path: '/operator/chat/seen',
  access,
  effect: 'write',
  input: z.strictObject({ member: memberField, through: positionField }),
  output: z.object({ seen: z.int() }),
  errors: ['chatUnknown', 'messageUnknown'],
});

export const answerConversation = operation({
  summary:
    'Answers what a member wrote up to the position `through`, the newest that the operator saw: what came meanwhile waits on. Sent again under the same `id`, it is the message that was kept.',
  method: 'POST',
  path: '/operator/chat/answer',
  access,
  effect: 'write',
  input: z.strictObject({ member: memberField, id: messageIdField, text: messageTextField, through: positionField }),
  output: chatMessage,
  errors: [
    'chatUnknown',
    'conversationClosed',
    'messageMissing',
    'messageInvalid',
    'messageIdInvalid',
    'messageIdReused',
    'messageUnknown',
    'chatMessagesOfDay',
  ],
});

export const sendChatImage = operation({
  summary:
    'Sends a member an image (JPEG, PNG or WebP, alone, in the part `image`), drawn afresh as those of members are, in answer to what was written up to `through`. Sent again under the same `id`, it is the message that was kept.',
  method: 'POST',
  path: '/operator/chat/image/{member}/{id}/{through}/send',
  access,
  effect: 'write',
  upload: imageUpload,
  input: z.strictObject({ member: memberField, id: messageIdField, through: positionField }),
  output: chatMessage,
  errors: [
    'chatUnknown',
    'conversationClosed',
    'messageIdInvalid',
    'messageIdReused',
    'messageUnknown',
    'chatMessagesOfDay',
    ...imageErrors,
  ],
});

export const assignConversation = operation({
  summary:
    'Gives an open conversation to an operator of the chat, the caller or a colleague (`to`), whoever has it; without one back to the queue.',
  method: 'POST',
  path: '/operator/chat/assign',
  access,
  effect: 'write',
  input: z.strictObject({ member: memberField, to: z.optional(operatorField) }),
  output: z.object({ assigned: z.nullable(z.string()) }),
  errors: ['chatUnknown', 'conversationClosed', 'operatorMissing', 'operatorInvalid', 'operatorUnknown'],
});

export const closeConversation = operation({
  summary:
    'Ends the open conversation of a member, with `conversation` that one alone, and with `through`, the newest message that the operator saw, only while the member has written nothing since; the member may rate it then, and their next message opens another one.',
  method: 'POST',
  path: '/operator/chat/close',
  access,
  effect: 'write',
  input: z.strictObject({
    member: memberField,
    conversation: z.optional(conversationField),
    through: z.optional(positionField),
  }),
  output: chatConversation,
  errors: ['chatUnknown', 'conversationClosed', 'conversationUnknown', 'memberWroteMeanwhile', 'messageUnknown'],
});

export const openPinnedObject = operation({
  summary: 'The object that a member pinned to the message at a position, as it stands now.',
  method: 'GET',
  path: '/operator/chat/pinned',
  access,
  effect: 'read',
  input: z.strictObject({ member: memberField, position: positionField }),
  output: pinnedObject,
  errors: ['chatUnknown', 'messageUnknown'],
});

const chatRatings = z.object({
  /** Conversations that ended within the last 30 days. */
  ended: z.int(),
  /** How many of them members gave 1, 2, 3, 4 and 5 stars, in this order. */
  stars: z.array(z.int()),
});

/** How members rated the conversations that ended within the last 30 days. */
export type ChatRatings = z.output<typeof chatRatings>;

export const getChatRatings = operation({
  summary: 'How many conversations ended within the last 30 days, and how members rated them.',
  method: 'GET',
  path: '/operator/chat/ratings',
  access,
  effect: 'read',
  output: chatRatings,
});

const snippet = z.object({
  ...{ id: z.string(), locale: z.enum(locales), title: z.string(), text: z.string() },
  /** SHA-256 of language, title and text. An earlier version of the server does not send it. */
  hash: z.optional(z.string()),
});

/** A text that operators answer with often. */
export type Snippet = z.output<typeof snippet>;

/** Most snippets there are. */
export const snippetsMax = 500;

const snippetIdField = textField(/^[0-9A-Z]{16}$/, 'snippetUnknown', 'snippetUnknown');

export const listSnippets = operation({
  summary: 'The texts that operators answer with often, in all languages, by title.',
  method: 'GET',
  path: '/operator/chat/snippets',
  access,
  effect: 'read',
  output: z.array(snippet),
});

export const saveSnippet = operation({
  summary:
    'Adds a snippet, or changes the one of the given id: with `hash`, that of what the operator saw, only while it is as it was.',
  method: 'POST',
  path: '/operator/chat/snippets',
  access,
  effect: 'write',
  input: z.strictObject({
    id: z.optional(snippetIdField),
    hash: z.optional(textField(/^[0-9a-f]{64}$/, 'snippetChanged', 'snippetChanged')),
    locale: z.enum(locales, { error: () => 'localeUnknown' }),
    title: textField(/^(?=.*\S)[^\p{Cc}\p{Cs}]{1,60}$/u, 'snippetTitleMissing', 'snippetTitleMissing'),
    text: messageTextField,
  }),
  output: z.array(snippet),
  errors: [
    'snippetUnknown',
    'snippetChanged',
    'snippetsFull',
    'snippetTitleMissing',
    'localeUnknown',
    'messageMissing',
    'messageInvalid',
  ],
});

export const removeSnippet = operation({
  summary: 'Removes a snippet.',
  method: 'POST',
  path: '/operator/chat/snippets/remove',
  access,
  effect: 'write',
  input: z.strictObject({ id: snippetIdField }),
  output: z.array(snippet),
  errors: ['snippetUnknown'],
});

/** Path below `/api` where an operator looks at an image of a chat: the member's number, a hyphen, and the image's id. */
export const chatImagePath = '/operator/chat/image/{image}';
