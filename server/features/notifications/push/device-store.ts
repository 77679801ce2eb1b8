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
function deviceIdOf(endpointHash: Buffer): string {
  return endpointHash.toString('hex').slice(0, 24);
}

/**
 * Stores the device, as that of this member from now on; a repeated call changes only its session. `onAdded` runs in the same transaction where
 * the device is new or the member's from now on, with the id that it is listed by.
 */
export async function storeDevice(
  tables: Tables,
  device: NewDevice,
  onAdded: (within: Tables, id: string) => Promise<void>,
): Promise<'added' | 'known' | 'sessionOver'> {
  const { memberId, sessionHash, endpoint, p256dh, auth, position } = device;
  const endpointHash = hash('sha256', endpoint, 'buffer');
  return await tables.transaction().execute(async (transaction) => {
    // Locked: a sign-out at the same time either finds the device or is found. A token that is being renewed counts as the next one.
    const { rows } = await sql<{ isAdded: boolean }>`
      with open as (
        select coalesce(replaced_by, token_hash) as session_hash from session
        where token_hash = ${sessionHash} and member_id = ${memberId} and ended_at is null
        for share
      ), known as (
        select from push_device where endpoint_hash = ${endpointHash}
          and (member_id, endpoint, p256dh, auth) = (${memberId}, ${endpoint}, ${p256dh}, ${auth})
      )
      insert into push_device as device (endpoint_hash, member_id, session_hash, endpoint, p256dh, auth, position)
      select ${endpointHash}, ${memberId}, session_hash, ${endpoint}, ${p256dh}, ${auth}, ${position} from open
      on conflict (endpoint_hash) do update set member_id = excluded.member_id, session_hash = excluded.session_hash,
        endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, failures = 0, retry_at = 'epoch',
        position = case when device.member_id = excluded.member_id then device.position else excluded.position end,
        added_at = case when device.member_id = excluded.member_id then device.added_at else excluded.added_at end,
        -- What is being sent of the member before ends with the claim.
        claimed_until = case when device.member_id = excluded.member_id then device.claimed_until else 'epoch' end
      returning device.xmax = 0 or not exists (table known) as "isAdded"`.execute(transaction);
    await sql`
      delete from push_device where endpoint_hash in (
        select endpoint_hash from push_device where member_id = ${memberId}
        order by added_at desc, endpoint_hash offset ${devicesPerMemberMax}
      )`.execute(transaction);
    const [stored] = rows;
    if (!stored) return 'sessionOver';
    if (!stored.isAdded) return 'known';
    await onAdded(transaction, deviceIdOf(endpointHash));
    return 'added';
  });
}

/** A member's device: its id is of the endpoint that messages go to, whatever else its row says. */
export interface ListedDevice {
  readonly id: string;
  readonly endpointHash: Buffer;
  readonly addedAt: number;
}

export async function devicesOf(tables: Tables, memberId: bigint): Promise<ListedDevice[]> {
  const { rows } = await sql<{ sentTo: Buffer; endpointHash: Buffer; addedAt: Date }>`
    select sha256(convert_to(endpoint, 'UTF8')) as "sentTo", endpoint_hash as "endpointHash", added_at as "addedAt"
    from push_device where member_id = ${memberId} order by added_at`.execute(tables);
  return rows.map(inMs).map(({ sentTo, ...device }) => ({ ...device, id: deviceIdOf(sentTo) }));
}

export async function removeDevice(tables: Tables, endpointHash: Buffer): Promise<void> {
  await sql`delete from push_device where endpoint_hash = ${endpointHash}`.execute(tables);
}
