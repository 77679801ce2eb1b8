import { type Kysely, sql } from 'kysely';
import type { EventRange, EventSource } from './event-source.ts';
import type { NotificationTables } from './notification-tables.ts';

/** Events that are security acts; the key is the act's id. */
export function actEvents(tables: Kysely<NotificationTables>): EventSource {
  const within = (memberId: bigint, { after, before }: EventRange) =>
    tables
      .selectFrom('security_act')
      .where('member_id', '=', memberId)
      .where('id', '>', after)
      .where('id', '<', before);
  return {
    prefix: 'a',
    first: '0',
    last: 'ZZZZZZZZZZZZZZZZ',
    isKey: (text) => /^[0-9A-Z]{1,20}$/.test(text),
    isAfter: (key, other) => key > other,
    has: async (memberId, key) => {
      const own = tables.selectFrom('security_act').select('id').where('member_id', '=', memberId);
      return (await own.where('id', '=', key).executeTakeFirst()) !== undefined;
    },
    read: async (memberId, range, from, limit) => {
      if (!range.kinds.includes('securityAct')) return [];
      const rows = await within(memberId, range)
        .select(['id', 'act', 'at'])
        .orderBy('id', from === 'newest' ? 'desc' : 'asc')
        .limit(limit)
        .execute();
      return rows.map(({ id, act, at }) => {
        return { key: id, kind: 'securityAct', reference: act, amount: null, at: at.getTime() };
      });
    },
    count: async (memberId, range, except, limit) => {
      if (!range.kinds.includes('securityAct')) return 0;
      const rows = await within(memberId, range)
        .select('id')
        .where(sql<boolean>`id <> all(${except}::text[])`)
        .limit(limit)
        .execute();
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
