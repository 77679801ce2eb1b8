-- Daily check-in: one row a date and member. Its points are moved by the ledger.

create table check_in (
  member_id bigint not null,
  -- Day of the member's calendar in `zone`, the profile's time zone at that time.
  day date not null,
  zone text not null,
  points integer not null check (points = (array[1, 5, 10, 20, 30, 40, 50])[extract(isodow from day)::int]),
  -- Product time.
  checked_in_at timestamptz not null,
  -- End of the day in `zone`: no other check-in before it, whatever zone the profile names then.
  ends_at timestamptz not null,
  primary key (member_id, day),
  check (member_day(checked_in_at, zone) = day and ends_at = start_of_day(day + 1, zone))
);

select ledger.append_only('check_in', 'check-ins are never changed');
