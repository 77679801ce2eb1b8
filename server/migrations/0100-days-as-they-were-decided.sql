-- A member's day is decided by the server's own time zones (core/time/member-day.ts), and stored with its end. What the database knew of
-- time zones when a row was written need not be what it knows today, nor what the next one knows, that a backup is restored to: no row is
-- held against it.

-- Offsets of time zones lie between -12 and +14 hours, whatever their rules become.
create function may_end_day(day date, ends_at timestamptz) returns boolean language sql immutable strict parallel safe as $$
  select abs(extract(epoch from ends_at) - (day + 1 - date '1970-01-01') * 86400) <= 15 * 3600
$$;

-- Whether the moment lies in the day that ends then: days are 22 to 26 hours long.
create function is_within_day(at timestamptz, ends_at timestamptz) returns boolean language sql immutable strict parallel safe as $$
  select extract(epoch from ends_at) - extract(epoch from at) between 0.000001 and 26 * 3600
$$;

alter table check_in
  drop constraint check_in_check1,
  add constraint checked_in_on_its_day check (may_end_day(day, ends_at) and is_within_day(checked_in_at, ends_at));

alter table task_collected
  drop constraint task_collected_check,
  add constraint collected_for_its_day
    check (may_end_day(day, ends_at) and is_within_day(acted_at, ends_at) and collected_at >= acted_at);

alter table draw
  drop constraint draw_check1,
  add constraint drawn_on_its_day check (may_end_day(member_day, ends_at) and is_within_day(drawn_at, ends_at));
