-- Invitations: who stands in whose team, what members learned, and the points that this earned their inviters.

-- A member is invited once, by somebody who was there before: no circle can arise, and nobody invites themselves.
alter table member add constraint invited_by_an_earlier_member check (invited_by < id);
create trigger invitation_stays before update of invitation_code, invited_by on member
for each row when (old.invitation_code is distinct from new.invitation_code or old.invited_by is distinct from new.invited_by)
execute function ledger.refuse('an invitation stays what it was');
alter table member enable always trigger invitation_stays;

-- The place of an invited member: the inviters of the three levels, nearest first. Whether they still see the member is `team_exit`'s.
create table team_place (
  member_id bigint primary key references member (id),
  -- Starts with the time, so that it orders a level's list.
  id text not null,
  inviter_1 bigint not null,
  inviter_2 bigint,
  inviter_3 bigint,
  -- Product time.
  joined_at timestamptz not null,
  check (inviter_1 < member_id and inviter_2 < inviter_1 and inviter_3 < inviter_2),
  check (inviter_3 is null or inviter_2 is not null)
);

create unique index team_place_level_1 on team_place (inviter_1, id) include (member_id);
create unique index team_place_level_2 on team_place (inviter_2, id) include (member_id, inviter_1) where inviter_2 is not null;
create unique index team_place_level_3 on team_place (inviter_3, id) include (member_id, inviter_1, inviter_2) where inviter_3 is not null;

select ledger.append_only('team_place', 'a place in a team is never changed');

-- A member who left the teams of all inviters, with everybody who came through them.
create table team_exit (
  member_id bigint primary key references team_place (member_id),
  -- Product time.
  left_at timestamptz not null
);

select ledger.append_only('team_exit', 'leaving a team is final');

-- The team of each inviter by level, without those who left and those who came through them.
create view team as
  select member_id, id, joined_at, 1 as level, inviter_1 as inviter_id
  from team_place as place
  where not exists (select from team_exit where team_exit.member_id = place.member_id)
  union all
  select member_id, id, joined_at, 2, inviter_2
  from team_place as place
  where inviter_2 is not null
    and not exists (select from team_exit where team_exit.member_id = place.member_id)
    and not exists (select from team_exit where team_exit.member_id = place.inviter_1)
  union all
  select member_id, id, joined_at, 3, inviter_3
  from team_place as place
  where inviter_3 is not null
    and not exists (select from team_exit where team_exit.member_id = place.member_id)
    and not exists (select from team_exit where team_exit.member_id = place.inviter_1)
    and not exists (select from team_exit where team_exit.member_id = place.inviter_2);

-- What a member learned, each once, whether invited or not. `rewarded_at` says that the inviters, if any, have their points.
create table milestone (
  member_id bigint not null,
  kind text not null check (kind in ('firstResult', 'firstWeek')),
  -- Product time.
  reached_at timestamptz not null,
  rewarded_at timestamptz check (rewarded_at >= reached_at),
  primary key (member_id, kind)
);

create index milestone_unrewarded on milestone (member_id, kind) where rewarded_at is null;

create trigger rewarded_once before update on milestone
for each row when (old.rewarded_at is not null
  or (old.member_id, old.kind, old.reached_at) is distinct from (new.member_id, new.kind, new.reached_at))
execute function ledger.refuse('a milestone is rewarded once, and changed in nothing else');
create trigger never_removed before delete on milestone
for each statement execute function ledger.refuse('a milestone is never removed');
create trigger never_truncated before truncate on milestone
for each statement execute function ledger.refuse('a milestone is never removed');
alter table milestone enable always trigger rewarded_once;
alter table milestone enable always trigger never_removed;
alter table milestone enable always trigger never_truncated;

-- The points that a milestone earned an inviter. They are moved by the ledger, in the same transaction.
create table team_reward (
  member_id bigint not null,
  milestone text not null,
  level smallint not null check (level between 1 and 3),
  inviter_id bigint not null,
  points integer not null check (points > 0),
  -- Version of the published rules that gave the points.
  rule_version smallint not null check (rule_version > 0),
  -- Product time.
  rewarded_at timestamptz not null,
  primary key (member_id, milestone, level),
  foreign key (member_id, milestone) references milestone (member_id, kind),
  check (inviter_id < member_id)
);

create index team_reward_of_inviter on team_reward (inviter_id, level, milestone) include (points);

select ledger.append_only('team_reward', 'rewards are never changed');
