-- Acts of members that neither the ledger nor a feature's table knows: those that tasks and draw entries count.

create table member_act (
  member_id bigint not null,
  kind text not null check (kind in ('resultVerified', 'helpRead')),
  -- The result or the help text, with the day where it counts again on another one.
  subject text not null check (subject ~ '^[0-9A-Za-z.-]{2,60}$'),
  -- Product time.
  acted_at timestamptz not null,
  primary key (member_id, kind, subject)
);

create index member_act_by_time on member_act (member_id, acted_at);

select ledger.append_only('member_act', 'acts are never changed');

-- What a member collected for the tasks of a day: once per task and day. Its points are moved by the ledger.
create table task_collected (
  member_id bigint not null,
  task text not null,
  -- Day of the member's calendar in `zone`, the profile's time zone when it was collected.
  day date not null,
  zone text not null,
  points integer not null check (points > 0),
  -- The act that it was collected for, and product times.
  subject text not null,
  acted_at timestamptz not null,
  collected_at timestamptz not null,
  -- End of the day in `zone`: no act before it counts for another day, whatever zone the profile names then.
  ends_at timestamptz not null,
  primary key (member_id, task, day),
  unique (member_id, task, subject),
  check (member_day(acted_at, zone) = day and ends_at = start_of_day(day + 1, zone) and collected_at >= acted_at)
);

select ledger.append_only('task_collected', 'what was collected is never changed');

-- The weight of the red envelope is bounded by the numbers of its entries, 001 to 100 (core/rewards/rules.ts).
alter table weight_entry add constraint red_envelope_bounded
  check (kind <> 'redEnvelope' or (reference ~ '^[0-9]{3}$' and reference::int between 1 and 100));
