import type { MarketStatus } from '#contract/market.ts';
import { type NotificationKind, notificationKinds } from '#contract/notification-kinds.ts';
import type { listNotifications, Notification, NotificationSettings } from '#contract/notifications.ts';
import type { OutputOf } from '#contract/operation.ts';
import { securityActs } from '#contract/security-acts.ts';
import type { ChatLog, ReplyTimes } from '#contract/support.ts';
import { type ChatMessage, pinKinds } from '#contract/support-schemas.ts';
import { usdt } from '#core/money/amount.ts';
import { on } from './samples-security.fixture.ts';

const kinds = (Object.keys(notificationKinds) as NotificationKind[]).filter((kind) => kind !== 'securityAct');

/** Every kind: those of a `change` are losses as well as gains. */
const ofMoney: Notification[] = kinds.map((kind, place) => {
  const micro = BigInt(1_234_567_890 + place * 111_111_111) * (place % 4 === 0 ? -1n : 1n);
  const hasAmount = notificationKinds[kind].amount !== 'none';
  return {
    ...{ id: `t${90 - place}`, kind, reference: `1KDVDWMC0SXV${1000 + place}`, amount: hasAmount ? usdt(micro) : null },
    ...{ at: on(4, 20 - place, place, 3 * place), read: place % 3 === 1, quiet: place % 5 === 2 },
  };
});

const ofActs: Notification[] = securityActs.map((act, place) => ({
  ...{ id: `aB${90 - place}`, kind: 'securityAct', reference: act, amount: null },
  ...{ at: on(3, 1 + (place % 28), place % 24, place), read: place % 4 !== 0, quiet: false },
}));

export const gain: Notification = { ...(ofMoney[0] as Notification), id: 't95', amount: usdt(1_500_000n), read: false };

export const notificationsOf = (topic: string | undefined): OutputOf<typeof listNotifications> => {
  const listed = topic === 'security' ? ofActs : [...ofMoney, gain, ...ofActs.slice(0, 1)];
  return { notifications: listed, next: topic === undefined ? '11.A' : null, newest: '95.B90', unread: 9 };
};

export const settings: NotificationSettings = {
  ...{ plans: true, deposits: false, withdrawals: true, financing: true, rounds: false, draws: false, team: true },
  ...{ amounts: false, pushKey: 'server-key' },
  devices: [
    { id: '0b'.repeat(12), addedAt: on(4, 1) },
    { id: '0a'.repeat(12), addedAt: on(4, 2) },
  ],
};

export const replay: MarketStatus = {
  ...{ source: 'replay', label: 'A recording of others', state: 'live', ageMs: 4_200, lastPriceAt: on(4, 13) - 4_200 },
  ...{ staleCoins: [], now: on(4, 13), clockSpeed: 1, candleMinutes: 1 },
  identity: {
    ...{ recording: 'ab'.repeat(32), recordedDays: 31, recordedFrom: Date.UTC(2025, 4, 1) },
    ...{ recordedTo: Date.UTC(2025, 5, 1), commitment: 'cd'.repeat(32), startsAt: on(4, 1), day: 12 },
    ...{ played: null, beaconCoins: ['ETH'] },
  },
};

export const staleExchange: MarketStatus = {
  ...{ source: 'exchange', label: 'Binance', state: 'stale', ageMs: 185_000, lastPriceAt: on(4, 13, 9, 57) },
  ...{ staleCoins: ['SOL', 'BTC'], now: on(4, 13), clockSpeed: 1, candleMinutes: 1 },
  identity: { exchange: 'binance', instruments: { ETH: 'ETH/USDT', BTC: 'BTC/USDT' } },
};

const message = (position: number, author: ChatMessage['author'], more: Partial<ChatMessage> = {}): ChatMessage => ({
  ...{ position, id: `message-${position}-0000000`, conversation: position < 6 ? 2 : 3, author },
  ...{
    text: `Text ${position} <b>`,
    image: null,
    pin: null,
    articles: [],
    at: on(4, position, position, 2 * position),
  },
  ...more,
});

const conversation = (number: number, closed: boolean, stars: number | null = null) => ({
  ...{ number, openedAt: on(3, number), closedAt: closed ? on(4, number, 23, number) : null, stars },
});

/** Messages of every author, answered, seen and sent, with every kind of object, a picture, help texts and none. */
export const chat: ChatLog = {
  messages: [
    message(12, 'member', { text: '', image: 'IMAGE00000000001' }),
    message(11, 'member'),
    message(10, 'automatic', { text: '', articles: ['how-to-withdraw', 'limits'] }),
    message(9, 'automatic', { text: '' }),
    message(8, 'operator', { pin: { kind: 'order', id: 'OR8DVDWMC0SXVXCS' } }),
    ...pinKinds.slice(0, 4).map((kind, place) =>
      message(7 - place, 'member', {
        pin: { kind, id: `PN${place}DVDWMC0SXVXC` },
        text: place === 1 ? '' : `About ${kind}`,
      }),
    ),
    message(3, 'operator', { conversation: 1 }),
  ],
  ...{ next: 3, conversation: conversation(3, false), seen: 11, answered: 6, read: 12 },
  conversations: [conversation(3, false), conversation(1, true, 4), conversation(2, true)],
};

export const times: ReplyTimes = {
  ...{ count: 1_234, medianSeconds: 75, percentile95Seconds: 5_400, unanswered: 7, waiting: 3 },
};
