-- Weight score: append-only published entries. A score never decreases, so nodes may cache it.

create table weight_entry (
  member_id bigint not null,
  -- Kind of act, as in core/rewards.
  kind text not null,
  -- The plan, deposit or other act that earned it: each earns once.
  reference text not null,
  points integer not null check (points > 0),
  -- Version of the published rules that gave the points.
  rule_version smallint not null check (rule_version > 0),
  earned_at timestamptz not null,
  primary key (member_id, kind, reference) include (points)
);

-- Entries of a member by time, for the list that shows how the score adds up.
create index weight_entry_by_time on weight_entry (member_id, earned_at, kind, reference) include (points);

select ledger.append_only('weight_entry', 'weight entries are never changed');

create view member_weight as
  select member_id, sum(points) as weight from weight_entry group by member_id;
