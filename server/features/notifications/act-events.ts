import { type Kysely, sql } from 'kysely';
import { inMs } from '#server/platform/database/in-ms.ts';
import type { EventRange, EventSource } from './event-source.ts';

/** Events that are security acts; the key is the act's id. */
export function actEvents(tables: Kysely<unknown>): EventSource {
  const within = (memberId: bigint, { after, before }: EventRange) =>
    sql`from security_act where member_id = ${memberId} and id > ${after} and id < ${before}`;
  return {
    prefix: 'a',
    first: '0',
    last: 'ZZZZZZZZZZZZZZZZ',
    isKey: (text) => /^[0-9A-Z]{1,20}$/.test(text),
    isAfter: (key, other) => key > other,
    has: async (memberId, key) => {
      const { rows } = await sql`select from security_act where member_id = ${memberId} and id = ${key}`.execute(
        tables,
      );
      return rows.length > 0;
    },
    read: async (memberId, range, from, limit) => {
      if (!range.kinds.includes('securityAct')) return [];
      const { rows } = await sql<{ key: string; reference: string; at: Date }>`
        select id as key, act as reference, at ${within(memberId, range)}
        order by id ${from === 'newest' ? sql`desc` : sql`asc`} limit ${limit}`.execute(tables);
      return rows.map((row) => ({ ...inMs(row), kind: 'securityAct', amount: null }));
    },
    count: async (memberId, range, except, limit) => {
      if (!range.kinds.includes('securityAct')) return 0;
      const { rows } = await sql`
        select ${within(memberId, range)} and id <> all(${except}::text[]) limit ${limit}`.execute(tables);
      return rows.length;
    },
    newest: async (memberIds) => {
      const { rows } = await sql<{ member_id: bigint; id: string }>`
        select m.id as member_id, newest.id from unnest(${memberIds}::bigint[]) as m (id)
        cross join lateral (
          select a.id from security_act as a where a.member_id = m.id order by a.id desc limit 1
        ) as newest`.execute(tables);
      return new Map(rows.map((row) => [row.member_id, row.id]));
    },
  };
}
