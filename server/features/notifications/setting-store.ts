import { type Kysely, sql } from 'kysely';
import { kindsOf, type NotificationKind, notificationKinds } from '#contract/notification-kinds.ts';
import type { NotificationSetting } from '#contract/notifications.ts';

export interface StoredSettings {
  /** Topics that are switched off. */
  readonly muted: readonly string[];
  readonly amounts: boolean;
}

export async function settingsOf(tables: Kysely<unknown>, memberId: bigint): Promise<StoredSettings> {
  const { rows } = await sql<StoredSettings>`
    select muted, amounts from notification_setting where member_id = ${memberId}`.execute(tables);
  return rows[0] ?? { muted: [], amounts: false };
}

/** The kinds that the member is notified of. */
export function notifiedKinds({ muted }: StoredSettings): readonly NotificationKind[] {
  return kindsOf(null).filter((kind) => !muted.includes(notificationKinds[kind].topic));
}

/** One statement: two switches that are changed at once both stay changed. */
export async function storeSetting(
  tables: Kysely<unknown>,
  memberId: bigint,
  setting: NotificationSetting,
  on: boolean,
): Promise<void> {
  if (setting === 'amounts') {
    await sql`insert into notification_setting (member_id, amounts) values (${memberId}, ${on})
      on conflict (member_id) do update set amounts = excluded.amounts`.execute(tables);
    return;
  }
  await sql`insert into notification_setting (member_id, muted) values (${memberId}, ${on ? [] : [setting]}::text[])
    on conflict (member_id) do update set muted = array_remove(notification_setting.muted, ${setting}) || excluded.muted`.execute(
    tables,
  );
}
