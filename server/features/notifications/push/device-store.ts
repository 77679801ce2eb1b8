import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { inMs } from '#server/platform/database/in-ms.ts';

/** A device that gets push messages. */
export interface PushDevice {
  readonly endpointHash: Buffer;
  readonly memberId: bigint;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** Encoded position of the newest notification that was sent or passed over. */
  readonly position: string;
  readonly failures: number;
}

export interface NewDevice extends Omit<PushDevice, 'endpointHash' | 'failures'> {
  readonly sessionHash: Buffer;
}

type Tables = Kysely<unknown>;

/** Most devices of a member: one more removes the oldest. */
const devicesPerMemberMax = 10;

/** The id by which a browser recognises its own device, without learning the endpoints of others. */
export function deviceIdOf(endpointHash: Buffer): string {
  return endpointHash.toString('hex').slice(0, 24);
}

/**
 * Stores the device, as that of this member from now on; a repeated call changes only its session. False when the session is no longer
 * open.
 */
export async function storeDevice(tables: Tables, device: NewDevice): Promise<boolean> {
  const { memberId, sessionHash, endpoint, p256dh, auth, position } = device;
  const endpointHash = hash('sha256', endpoint, 'buffer');
  return await tables.transaction().execute(async (transaction) => {
    // Locked: a sign-out at the same time either finds the device or is found. A token that is being renewed counts as the next one.
    const { numAffectedRows } = await sql`
      with open as (
        select coalesce(replaced_by, token_hash) as session_hash from session
        where token_hash = ${sessionHash} and member_id = ${memberId} and ended_at is null
        for share
      )
      insert into push_device as device (endpoint_hash, member_id, session_hash, endpoint, p256dh, auth, position)
      select ${endpointHash}, ${memberId}, session_hash, ${endpoint}, ${p256dh}, ${auth}, ${position} from open
      on conflict (endpoint_hash) do update set member_id = excluded.member_id, session_hash = excluded.session_hash,
        p256dh = excluded.p256dh, auth = excluded.auth, failures = 0, retry_at = 'epoch',
        position = case when device.member_id = excluded.member_id then device.position else excluded.position end,
        added_at = case when device.member_id = excluded.member_id then device.added_at else excluded.added_at end,
        -- What is being sent of the member before ends with the claim.
        claimed_until = case when device.member_id = excluded.member_id then device.claimed_until else 'epoch' end`.execute(
      transaction,
    );
    await sql`
      delete from push_device where endpoint_hash in (
        select endpoint_hash from push_device where member_id = ${memberId}
        order by added_at desc, endpoint_hash offset ${devicesPerMemberMax}
      )`.execute(transaction);
    return numAffectedRows === 1n;
  });
}

export async function devicesOf(
  tables: Tables,
  memberId: bigint,
): Promise<{ readonly endpointHash: Buffer; readonly addedAt: number }[]> {
  const { rows } = await sql<{ endpointHash: Buffer; addedAt: Date }>`
    select endpoint_hash as "endpointHash", added_at as "addedAt" from push_device
    where member_id = ${memberId} order by added_at`.execute(tables);
  return rows.map(inMs);
}

export async function removeDevice(tables: Tables, endpointHash: Buffer): Promise<void> {
  await sql`delete from push_device where endpoint_hash = ${endpointHash}`.execute(tables);
}
