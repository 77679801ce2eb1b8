import * as z from 'zod/mini';
import { moment, textField, usdtText } from './fields.ts';
import { imageField } from './images.ts';

/** Messages of a page of a chat. */
export const chatPageSize = 50;

/** Messages of a part of a transcript. */
export const transcriptPartSize = 500;

/** Most characters of a message, in code points. */
export const messageLengthMax = 2_000;

/** Most messages of one chat in a day, those of operators included. */
export const chatMessagesOfDayMax = 2_000;

/** Messages of a chat compared per search request. The next page continues before the oldest of them. */
export const chatSearchedMax = 2_000;

/** The longest search in a chat, in code points. */
export const chatSearchLengthMax = 100;

/** What messages of a chat are searched for; nothing for all of them. */
export const chatSearchField = textField(
  new RegExp(`^[^\\p{Cc}\\p{Cs}]{0,${chatSearchLengthMax}}$`, 'u'),
  'fieldInvalid',
  'fieldInvalid',
);

/** Unread messages are counted up to here. */
export const chatUnreadMax = 100;

/** Text of a message: something visible, with line breaks but no other control characters. */
export const messageTextField = textField(
  new RegExp(`^(?=[\\s\\S]*[^\\s\\p{Cf}])(?:\\n|[^\\p{Cc}\\p{Cs}]){1,${messageLengthMax}}$`, 'u'),
  'messageMissing',
  'messageInvalid',
);

/** Id that the sender's device gives a message: sent again under it, a message is the same one. */
export const messageIdField = textField(/^[0-9A-Za-z-]{16,40}$/, 'messageIdInvalid', 'messageIdInvalid');

/** What of a member's own can be pinned to a message. */
export const pinKinds = ['plan', 'deposit', 'withdrawal', 'holding', 'order'] as const;

/** What of a member's own can be pinned to a message. */
export type PinKind = (typeof pinKinds)[number];

/** Input of what is pinned: its kind, and its public id. */
export const pinFields = {
  pin: z.optional(z.enum(pinKinds, { error: () => 'pinUnknown' })),
  pinned: z.optional(textField(/^[0-9A-Z]{16}$/, 'pinUnknown', 'pinUnknown')),
};

/** Image of a message: the id that `uploadImage` returned. */
export const messageImageField = z.optional(imageField);

const positionPattern = /^[1-9]\d{0,8}$/;

/** Place of a message in its chat: 1 for the first. */
export const positionField = z.codec(textField(positionPattern, 'messageUnknown', 'messageUnknown'), z.number(), {
  decode: (text) => Number(text),
  encode: (position) => String(position),
});

/** Who wrote a message; `automatic` ones are chosen by the server among the help texts. */
const messageAuthors = ['member', 'operator', 'automatic'] as const;

/** A message of a chat; `at` in ms of the wall clock. */
export const chatMessage = z.object({
  /** Place in the chat: 1 for the first, without gaps. */
  position: z.int(),
  /** The sender's id of it. */
  id: z.string(),
  /** Number of the conversation within the chat. */
  conversation: z.int(),
  author: z.enum(messageAuthors),
  /** Empty where there is an image, a pinned object or help texts alone. */
  text: z.string(),
  /** Id of the image. */
  image: z.nullable(z.string()),
  pin: z.nullable(z.object({ kind: z.enum(pinKinds), id: z.string() })),
  /** Ids of the help texts that an automatic message offers. */
  articles: z.array(z.string()),
  at: moment,
});

/** A message of a chat; `at` in ms of the wall clock. */
export type ChatMessage = z.output<typeof chatMessage>;

/** Stars of a rating: 1 to 5. */
export const starsField = z.codec(textField(/^[1-5]$/, 'ratingMissing', 'ratingMissing'), z.number(), {
  decode: (text) => Number(text),
  encode: (stars) => String(stars),
});

/** A conversation: from a member's first message until an operator closes it. */
export const chatConversation = z.object({
  number: z.int(),
  openedAt: moment,
  /** Null while it is open. */
  closedAt: z.nullable(moment),
  /** The member's rating, 1 to 5; null without one. */
  stars: z.nullable(z.int()),
});

/** States of what can be pinned, each its own: of a plan or an order `running` or `settled`. */
export const pinnedStates = [
  'running',
  'settled',
  'requested',
  'seen',
  'confirmed',
  'rejected',
  'inReview',
  'sent',
  'done',
  'refused',
  'cancelled',
  'matured',
  'redeemed',
] as const;

/** What a member pinned to a message, as it stands now. */
export const pinnedObject = z.object({
  kind: z.enum(pinKinds),
  id: z.string(),
  /** In USDT; null for a deposit whose amount is not known yet. */
  amount: z.nullable(usdtText),
  state: z.enum(pinnedStates),
  /** Income of a settled plan or order, or interest of an ended holding, in USDT; null otherwise. */
  income: z.nullable(usdtText),
  /** What it is about: coin and leverage, channel, method, product, or round and category. */
  detail: z.string(),
  /** When it was placed or requested, in ms of the product clock. */
  at: moment,
});

/** What a member pinned to a message, as it stands now. */
export type PinnedObject = z.output<typeof pinnedObject>;

/** Number of a conversation of a member. */
export const conversationField = z.codec(
  textField(/^[1-9]\d{0,8}$/, 'conversationUnknown', 'conversationUnknown'),
  z.number(),
  {
    decode: (text) => Number(text),
    encode: (number) => String(number),
  },
);
