import { type Kysely, sql } from 'kysely';
import { dayMs, minuteMs } from '#core/time/lengths.ts';
import { surroundingFactor, surroundingNetworkOf } from '#server/platform/network.ts';

/** Registrations and failures per minute that leave the work as it is, and how many times as hard more of them make it. */
export interface LoadPolicy {
  readonly free: number;
  readonly factorMax: number;
}

/** Of all networks together. Bounded lower: what strangers do must not keep a slow phone from signing in. */
const everyonesLoad: LoadPolicy = { free: 60, factorMax: 8 };

/** Of the caller's own network, which many members may share. */
export const networkLoad: LoadPolicy = { free: 10, factorMax: 32 };

/** Registrations of one network in a day (UTC) that get as far as their name: opened accounts and taken names alike. */
export const registrationsOfDayMax = 200;

/** Expired rows deleted per use. */
const sweptMax = 20;

/** Registrations and failures per minute, over all nodes. */
export interface Load {
  readonly everyone: number;
  readonly network: number;
}

/** How many times as hard the work is under a load. */
export function workFactor({ everyone, network }: Load): number {
  const factorOf = (count: number, { free, factorMax }: LoadPolicy): number =>
    Math.min(factorMax, Math.max(1, count / free));
  return Math.max(factorOf(everyone, everyonesLoad), factorOf(network, networkLoad));
}

/**
 * The load at `now`, that of an IPv6 network not below its share of what the one around it does: this minute's count, and of the minute before the share
 * that lies within the last 60 seconds.
 */
export async function readLoad(tables: Kysely<unknown>, network: string, now: number): Promise<Load> {
  const minute = Math.floor(now / minuteMs) * minuteMs;
  const surrounding = surroundingNetworkOf(network);
  const shareBefore = 1 - (now - minute) / minuteMs;
  const { rows } = await sql<{ everyone: number; network: number }>`
    select coalesce(sum(share * uses) filter (where network not like '%/48'), 0)::float8 as everyone,
      greatest(
        coalesce(sum(share * uses) filter (where network = ${network}), 0)::float8,
        coalesce(sum(share * uses) filter (where network = ${surrounding}), 0)::float8 / ${surroundingFactor}
      ) as network
    from (values (${new Date(minute)}::timestamptz, 1::float8), (${new Date(minute - minuteMs)}, ${shareBefore}))
      as minute (since, share)
      join network_use using (since)
    where span = 'minute'`.execute(tables);
  return rows[0] ?? { everyone: 0, network: 0 };
}

/** Counts a registration or a failure of the network. */
export async function countUse(tables: Kysely<unknown>, network: string, now: number): Promise<void> {
  const since = new Date(Math.floor(now / minuteMs) * minuteMs);
  await sql`
    with expired as (
      delete from network_use where (span, since, network) in (
        select span, since, network from network_use
        where span = 'minute' and since < ${new Date(now - 5 * minuteMs)}
          or span = 'day' and since < ${new Date(now - 2 * dayMs)}
        limit ${sweptMax} for update skip locked
      )
    )
    insert into network_use (span, since, network, uses)
      select 'minute', ${since}, network, 1 from unnest(${countedNetworks(network)}::text[]) as network order by network
    on conflict (span, since, network) do update set uses = network_use.uses + 1`.execute(tables);
}

/** How long until registrations are counted anew, in ms. */
export function untilNextDay(now: number): number {
  return dayMs - (now % dayMs);
}

/** Counts a registration of the network today; false when there have been too many. */
export async function takeRegistration(tables: Kysely<unknown>, network: string, now: number): Promise<boolean> {
  const since = new Date(Math.floor(now / dayMs) * dayMs);
  const surrounding = surroundingNetworkOf(network);
  // Refused ones of a network are none of those around it, who would be held back by them.
  const { rows } = await sql`
    with own as (
      insert into network_use (span, since, network, uses) values ('day', ${since}, ${network}, 1)
      on conflict (span, since, network) do update set uses = network_use.uses + 1
        where network_use.uses < ${registrationsOfDayMax}
      returning uses
    ), around as (
      insert into network_use (span, since, network, uses)
        select 'day', ${since}, ${surrounding}::text, 1 from own where ${surrounding}::text is not null
      on conflict (span, since, network) do update set uses = network_use.uses + 1
        where network_use.uses < ${registrationsOfDayMax * surroundingFactor}
      returning uses
    )
    table own union all table around`.execute(tables);
  return rows.length === countedNetworks(network).length;
}

/** The network, and the one around it. */
function countedNetworks(network: string): string[] {
  const surrounding = surroundingNetworkOf(network);
  return surrounding === null ? [network] : [network, surrounding];
}
