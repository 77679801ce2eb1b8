import { type Kysely, sql } from 'kysely';
import { type Locale, storedLocale } from '#contract/locale.ts';
import type { PushDevice } from './device-store.ts';

type Tables = Kysely<unknown>;

/** A device that this node alone may send to until its claim expires. */
export interface ClaimedDevice extends PushDevice {
  readonly locale: Locale;
  readonly claimedUntil: Date;
}

/** Longer than one message takes with every time-out. */
const claimSeconds = 60;

/** Devices of those members to which a message may be sent now, without those of ended sessions. */
export async function dueDevicesOf(tables: Tables, memberIds: readonly bigint[]): Promise<Buffer[]> {
  const { rows } = await sql<{ endpoint_hash: Buffer }>`
    select endpoint_hash from push_device
    where member_id = any(${memberIds}::bigint[]) and claimed_until <= now() and retry_at <= now()`.execute(tables);
  return rows.map((row) => row.endpoint_hash);
}

/** Devices that are neither claimed nor waiting for a retry, after that hash. */
export async function dueDevicesAfter(
  tables: Tables,
  after: Buffer,
  limit: number,
): Promise<{ readonly endpointHash: Buffer; readonly memberId: bigint; readonly position: string }[]> {
  const { rows } = await sql<{ endpointHash: Buffer; memberId: bigint; position: string }>`
    select endpoint_hash as "endpointHash", member_id as "memberId", position from push_device
    where endpoint_hash > ${after} and claimed_until <= now() and retry_at <= now()
    order by endpoint_hash limit ${limit}`.execute(tables);
  return rows;
}

/** Claims the device; null when another node has it, it waits for a retry, or its session has expired. */
export async function claimDevice(tables: Tables, endpointHash: Buffer): Promise<ClaimedDevice | null> {
  const { rows } = await sql<Omit<ClaimedDevice, 'locale'> & { readonly locale: string }>`
    update push_device as device
    -- Whole milliseconds: the time identifies the claim and comes back as a Date.
    set claimed_until = date_trunc('milliseconds', clock_timestamp()) + ${claimSeconds} * interval '1 second'
    from member
    where device.endpoint_hash = ${endpointHash} and device.claimed_until <= now() and device.retry_at <= now()
      and member.id = device.member_id
      and exists (
        select from session
        where token_hash = device.session_hash and ended_at is null and expires_at > now()
      )
    returning endpoint_hash as "endpointHash", member_id as "memberId", endpoint, p256dh, auth, position, failures,
      claimed_until as "claimedUntil", member.locale`.execute(tables);
  const [row] = rows;
  return row ? { ...row, locale: storedLocale(row.locale) } : null;
}

/** Progress saved on a claimed device: the claim is released with it, or kept. */
export interface DeviceProgress {
  readonly position: string;
  readonly failures: number;
  /** Time until the next attempt; null keeps the claim. */
  readonly nextInMs: number | null;
}

/** Records progress under the claim. False when the claim has expired or the device is gone: then another node may have sent, too. */
export async function recordProgress(
  tables: Tables,
  { endpointHash, claimedUntil }: ClaimedDevice,
  { position, failures, nextInMs }: DeviceProgress,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update push_device set position = ${position}, failures = ${failures},
      claimed_until = case when ${nextInMs === null} then claimed_until else 'epoch' end,
      retry_at = case when ${nextInMs === null} then retry_at else now() + ${nextInMs ?? 0} * interval '1 millisecond' end
    where endpoint_hash = ${endpointHash} and claimed_until = ${claimedUntil}`.execute(tables);
  return numAffectedRows === 1n;
}

/** Removes the device, if this claim still holds: it may have been added anew. */
export async function removeClaimed(tables: Tables, { endpointHash, claimedUntil }: ClaimedDevice): Promise<void> {
  await sql`
    delete from push_device where endpoint_hash = ${endpointHash} and claimed_until = ${claimedUntil}`.execute(tables);
}
