import type { Generated } from 'kysely';
import type { SecurityAct } from '#contract/states.ts';

/** Columns of the feature's tables, and of those it reads. */
export interface NotificationTables {
  notification_read_through: { member_id: bigint; position: string };
  notification_read: { member_id: bigint; notification_id: string };
  notification_setting: { member_id: bigint; muted: Generated<string[]>; amounts: Generated<boolean> };
  push_key: { public_key: string; sealed_private_key: Buffer };
  push_device: {
    endpoint_hash: Buffer;
    member_id: bigint;
    session_hash: Buffer;
    endpoint: string;
    p256dh: string;
    auth: string;
    added_at: Generated<Date>;
    position: string;
    claimed_until: Generated<Date>;
    failures: Generated<number>;
    retry_at: Generated<Date>;
  };
  security_act: { member_id: bigint; id: string; act: SecurityAct; at: Date };
}
