import { type Locale, languageTags } from '#contract/locale.ts';
import { notificationsPath, pathOfNotification } from '#contract/notification-kinds.ts';
import { en, type NotificationTexts } from '#contract/notification-texts/en.ts';
import { jp } from '#contract/notification-texts/jp.ts';
import { tc } from '#contract/notification-texts/tc.ts';
import { thai } from '#contract/notification-texts/thai.ts';
import { vnf } from '#contract/notification-texts/vnf.ts';
import { zh } from '#contract/notification-texts/zh.ts';
import type { PushMessage } from '#contract/notifications.ts';
import { fill, wordedValues } from '#contract/text.ts';
import type { LoggedEvent } from '../event-log.ts';

const texts: Readonly<Record<Locale, NotificationTexts>> = { en, thai, vnf, tc, zh, jp };

export interface Wording {
  readonly locale: Locale;
  /** Whether the member wants amounts where a locked screen shows them. */
  readonly amounts: boolean;
}

/** What a message says; the sender adds what is unread. */
export type WordedMessage = Omit<PushMessage, 'unread'>;

/** The message of one notification. Names no amount unless the member chose so, and never what was changed in the account. */
export function messageOf({ id, kind, reference, amount }: LoggedEvent, { locale, amounts }: Wording): WordedMessage {
  const own = texts[locale];
  const body =
    kind === 'securityAct'
      ? own.securityBody
      : amounts && amount !== null
        ? fill(own.amount, wordedValues({ amount }, languageTags[locale]), languageTags[locale])
        : own.open;
  return { id, title: own[kind], body, path: pathOfNotification(kind, reference) };
}

/** One message for several notifications. Always of the same id, so that it replaces the one before. */
export function messageOfMany(count: number, { locale }: Wording): WordedMessage {
  const own = texts[locale];
  const title = fill(own.several, wordedValues({ count }, languageTags[locale]), languageTags[locale]);
  return { id: 'several', title, body: own.severalBody, path: notificationsPath };
}
