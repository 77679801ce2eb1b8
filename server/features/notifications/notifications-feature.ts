import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Locale } from '#contract/locale.ts';
import * as contract from '#contract/notifications.ts';
import type { Bus } from '#server/platform/events/bus.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll, type Call } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import type { SecretKeys } from '#server/platform/secret-keys.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { actEvents } from './act-events.ts';
import { addPushDevice } from './add-push-device.ts';
import { changeNotificationSettings } from './change-notification-settings.ts';
import { openEventLog } from './event-log.ts';
import { getNotificationSettings } from './get-notification-settings.ts';
import { ledgerEvents } from './ledger-events.ts';
import { listNotifications } from './list-notifications.ts';
import { markNotificationsRead } from './mark-notifications-read.ts';
import { openPushKey } from './push/push-key.ts';
import { contactOf, sendPush } from './push/push-request.ts';
import { openPushSender } from './push/push-sender.ts';
import { removePushDevice } from './remove-push-device.ts';

export interface NotificationsDependencies {
  readonly pool: pg.Pool;
  readonly bus: Bus;
  /** The product clock. */
  readonly clock: { now(): number };
  readonly acts: SecurityActs;
  readonly log: Log;
  /** The key stored outside the database, from which the key that seals the push key is derived. */
  readonly secretKeys: Pick<SecretKeys, 'sealFor'>;
  /** Public origin of the app: the contact that push services are given. */
  readonly publicOrigin: string | undefined;
  /** Whether push messages may go to this machine, for tests. */
  readonly pushToLoopback: boolean;
  /** What the member has not read beside notifications, for the badge of the installed app. */
  unreadBesides(memberId: bigint, locale: Locale): Promise<number>;
  /** SHA-256 of the caller's session token. */
  sessionHashOf(call: Pick<Call, 'cookies'>): Buffer;
}

/** What members are notified of: the list with its read state, switches, and push messages. */
export async function openNotifications(dependencies: NotificationsDependencies): Promise<Feature> {
  const { pool, secretKeys, publicOrigin, pushToLoopback: allowsLoopback } = dependencies;
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const events = openEventLog([ledgerEvents(pool), actEvents(tables)]);
  const key = await openPushKey(tables, secretKeys.sealFor('push key'));
  const subject = contactOf(publicOrigin);
  const own = { ...dependencies, tables, events, pushKey: key.publicKey, allowsLoopback };
  const sender = openPushSender({
    ...own,
    send: (device, message) => sendPush(device, message, { key, subject, allowsLoopback }),
  });
  return {
    bindings: bindAll('notifications', contract, {
      listNotifications: (input, { member }) => listNotifications(own, member.memberId, input),
      markNotificationsRead: (input, { member }) => markNotificationsRead(own, member.memberId, input),
      getNotificationSettings: (_, { member }) => getNotificationSettings(own, member.memberId),
      changeNotificationSettings: (input, { member }) => changeNotificationSettings(own, member.memberId, input),
      addPushDevice: (input, call) => {
        const owner = { memberId: call.member.memberId, sessionHash: own.sessionHashOf(call) };
        return addPushDevice(own, owner, input);
      },
      removePushDevice: ({ id }, { member }) => removePushDevice(own, member.memberId, id),
    }),
    close: () => sender.stop(),
  };
}
