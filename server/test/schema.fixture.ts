import type pg from 'pg';

const schemas = `n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname !~ '^pg_temp'`;

/** What stands in the database after all migrations, as one text for each table, view, sequence and function, by name. */
export async function describedSchema(owner: pg.Pool): Promise<ReadonlyMap<string, string>> {
  const { rows } = await owner.query<{ readonly name: string; readonly lines: readonly string[] }>(`
    with relation as (
      select c.oid, n.nspname || '.' || c.relname as name, c.relkind, c.relrowsecurity, c.relacl, c.relowner, c.relpartbound
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${schemas} and c.relkind in ('r', 'p', 'v', 'm', 'S')
    ), line (name, place, text) as (
      select name, 0, case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end
        || coalesce(' partitioned by ' || pg_get_partkeydef(oid), '') || coalesce(' ' || pg_get_expr(relpartbound, oid), '')
        || case when relrowsecurity then ' with row security' else '' end
      from relation
      union all
      select r.name, 1, a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
        || case a.attidentity when '' then '' else ' identity' end || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
      from relation r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
      where r.relkind <> 'S'
      union all
      select r.name, 2, 'constraint ' || conname || ' ' || pg_get_constraintdef(c.oid)
      from relation r join pg_constraint c on c.conrelid = r.oid and c.contype <> 'n'
      union all
      select r.name, 3, pg_get_indexdef(i.indexrelid) from relation r join pg_index i on i.indrelid = r.oid
      union all
      select r.name, 4, pg_get_triggerdef(t.oid) || ' (' || t.tgenabled::text || ')'
      from relation r join pg_trigger t on t.tgrelid = r.oid and not t.tgisinternal
      union all
      select name, 5, pg_get_viewdef(oid, true) from relation where relkind in ('v', 'm')
      union all
      select r.name, 6, seqtypid::regtype || ' from ' || seqmin || ' to ' || seqmax || ' by ' || seqincrement || ', ' || seqcache || ' at once'
      from relation r join pg_sequence s on s.seqrelid = r.oid
      union all
      select r.name, 7, 'granted to ' || grantee::regrole || ': ' || string_agg(privilege_type, ', ' order by privilege_type)
      from relation r, aclexplode(r.relacl) where grantee <> r.relowner group by r.name, grantee
      union all
      select r.name, 8, 'granted to ' || grantee::regrole || ': ' || privilege_type || ' (' || string_agg(a.attname, ', ' order by a.attname) || ')'
      from relation r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0, aclexplode(a.attacl)
      group by r.name, grantee, privilege_type
      union all
      select n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', 1,
        'may be run by ' || coalesce(string_agg(case grantee when 0 then 'everyone' else grantee::regrole::text end, ', ' order by grantee), 'everyone')
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      left join lateral aclexplode(p.proacl) on grantee <> p.proowner
      where ${schemas} and p.prokind in ('f', 'p') group by 1, p.oid
      union all
      select n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', 0, pg_get_functiondef(p.oid)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where ${schemas} and p.prokind in ('f', 'p')
    )
    select name, array_agg(text order by place, text collate "C") as lines from line group by name order by name collate "C"`);
  return new Map(rows.map(({ name, lines }) => [name, lines.join('\n')]));
}
