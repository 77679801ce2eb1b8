import * as z from 'zod/mini';
import { moment, textField, usdtText } from './fields.ts';
import { type NotificationKind, notificationKinds, notificationTopics } from './notification-kinds.ts';
import { operation } from './operation.ts';

/** A place in the list: an opaque text, made by the server. */
const positionPattern = /^[0-9A-Z]{0,20}(\.[0-9A-Z]{0,20}){0,4}$/;
const positionField = textField(positionPattern, 'notificationUnknown', 'notificationUnknown');

const notification = z.object({
  id: z.string(),
  kind: z.enum(Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]]),
  /** What it is about: the id of the plan, deposit, withdrawal or holding, or the kind of the security act. */
  reference: z.string(),
  /** In USDT; null for a security act and for points. */
  amount: z.nullable(usdtText),
  at: moment,
  read: z.boolean(),
  /** Its topic is switched off: it is listed without being announced. */
  quiet: z.boolean(),
});

/** Something that happened to the member: `amount` in micro-USDT, `at` in ms of the product clock. */
export type Notification = z.output<typeof notification>;

/** Unread notifications are counted up to here. */
export const unreadCountMax = 100;

export const listNotifications = operation({
  summary:
    'What happened to the member’s money and account, newest first, 20 at a time; `before` is the `next` of the page before.',
  method: 'GET',
  path: '/notifications/list',
  access: 'member',
  effect: 'read',
  input: z.strictObject({
    topic: z.optional(z.enum(notificationTopics, { error: () => 'notificationTopicUnknown' })),
    before: z.optional(positionField),
  }),
  output: z.object({
    notifications: z.array(notification),
    /** Where the next page begins; null after the last one. */
    next: z.nullable(z.string()),
    /** The newest place there was when the page was read, for marking all as read up to it. */
    newest: z.string(),
    /** Unread ones of every topic that is not switched off, counted up to 100. */
    unread: z.int(),
  }),
  answerIn: 'info',
  errors: ['notificationUnknown', 'notificationTopicUnknown'],
});

export const markNotificationsRead = operation({
  summary: 'Remembers that the member has read one notification (`id`), or all up to a place (`through`).',
  method: 'POST',
  path: '/notifications/read',
  access: 'member',
  effect: 'write',
  input: z
    .strictObject({
      id: z.optional(textField(/^[a-z][0-9A-Z]{1,20}$/, 'notificationUnknown', 'notificationUnknown')),
      through: z.optional(positionField),
    })
    .check(
      z.refine(({ id, through }) => (id === undefined) !== (through === undefined), {
        error: 'notificationUnknown',
      }),
    ),
  output: z.object({ unread: z.int() }),
  errors: ['notificationUnknown'],
});

/** What a member can switch: every topic but security, and whether push messages name amounts. */
export const notificationSettings = [
  'plans',
  'deposits',
  'withdrawals',
  'financing',
  'rounds',
  'draws',
  'team',
  'amounts',
] as const;

/** The name of a switch. */
export type NotificationSetting = (typeof notificationSettings)[number];

const settings = z.object({
  plans: z.boolean(),
  deposits: z.boolean(),
  withdrawals: z.boolean(),
  financing: z.boolean(),
  rounds: z.boolean(),
  draws: z.boolean(),
  team: z.boolean(),
  amounts: z.boolean(),
  /** Key that the browser subscribes with, for push messages signed by this server (RFC 8292): base64url of an uncompressed P-256 point. */
  pushKey: z.string(),
  /** Devices that get push messages. */
  devices: z.array(z.object({ id: z.string(), addedAt: moment })),
});

/** The member's switches and the devices with push messages; `addedAt` in ms of the wall clock. */
export type NotificationSettings = z.output<typeof settings>;

export const getNotificationSettings = operation({
  summary: 'What the member is notified of, and the devices that get push messages.',
  method: 'GET',
  path: '/notifications/settings',
  access: 'member',
  effect: 'read',
  output: settings,
});

export const changeNotificationSettings = operation({
  summary: 'Turns one kind of notification on or off, or the amounts in push messages.',
  method: 'POST',
  path: '/notifications/settings',
  access: 'member',
  effect: 'write',
  input: z.strictObject({
    setting: z.enum(notificationSettings, { error: () => 'notificationTopicUnknown' }),
    on: z.codec(z.enum(['0', '1']), z.boolean(), {
      decode: (text) => text === '1',
      encode: (on) => (on ? '1' : '0'),
    }),
  }),
  output: settings,
  errors: ['notificationTopicUnknown'],
});

/** The longest address of a push service, in characters. */
export const pushEndpointLengthMax = 1_000;

const refused = 'pushDeviceRefused';

export const addPushDevice = operation({
  summary: 'Sends push messages to this device until it signs out. The fields are those of the browser’s subscription.',
  method: 'POST',
  path: '/notifications/devices',
  access: 'member',
  effect: 'write',
  input: z.strictObject({
    endpoint: z.string().check(z.maxLength(pushEndpointLengthMax, { error: refused })),
    /** The device's public key, base64url of an uncompressed P-256 point. */
    p256dh: textField(/^[A-Za-z0-9_-]{87}=?$/, refused, refused),
    /** The device's authentication secret, base64url of 16 bytes. */
    auth: textField(/^[A-Za-z0-9_-]{22}(==)?$/, refused, refused),
  }),
  output: settings,
  message: 'pushDeviceAdded',
  errors: ['pushDeviceRefused'],
});

export const removePushDevice = operation({
  summary: 'Ends the push messages to a device.',
  method: 'POST',
  path: '/notifications/devices/remove',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ id: textField(/^[0-9a-f]{24}$/, 'pushDeviceUnknown', 'pushDeviceUnknown') }),
  output: settings,
  message: 'pushDeviceRemoved',
  errors: ['pushDeviceUnknown'],
});

/** What a push message carries, as JSON, encrypted for the device (RFC 8291). */
export const pushMessage = z.object({
  /** Replaces an earlier message of the same id on the device. */
  id: z.string(),
  title: z.string(),
  body: z.string(),
  /** Page of the app to open. */
  path: z.string(),
  /** What is unread altogether, for the badge of the installed app. */
  unread: z.int(),
});

/** A push message, worded in the member's language. */
export type PushMessage = z.output<typeof pushMessage>;
