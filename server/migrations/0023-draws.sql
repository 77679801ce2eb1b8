-- The daily draw: members' own seeds, drawn entries, and the revealed seeds. There is no column for a number or a prize: they follow from the
-- seeds and the entry (core/draws/draw.ts); the prize is moved by the ledger, in the transaction that records the draw.

create table draw_client_seed (
  member_id bigint not null,
  -- From 1; the newest one counts.
  number integer not null check (number > 0),
  seed text not null check (seed ~ '^[0-9a-f]{32}$'),
  set_at timestamptz not null,
  primary key (member_id, number)
);

create table draw (
  member_id bigint not null,
  -- Starts with the time, so that the primary key is also the order of the list.
  id text not null,
  -- Days since 1970-01-01 (UTC, product time): the day whose seed it is drawn with.
  day integer not null,
  -- Among the member's of that day, from 1 without gaps.
  entry integer not null check (entry > 0),
  -- Version of the prize table.
  prize_version smallint not null,
  -- What earned it, and when that day of the member began and ends.
  kind text not null check (kind in ('checkedIn', 'planPlaced', 'planSettled', 'resultVerified', 'donated')),
  subject text not null,
  member_day date not null,
  zone text not null,
  ends_at timestamptz not null,
  client_seed text not null check (client_seed ~ '^[0-9a-f]{32}$'),
  drawn_at timestamptz not null,
  primary key (member_id, id),
  constraint draw_entry_once unique (member_id, day, entry),
  constraint draw_act_once unique (member_id, kind, subject),
  constraint draw_kind_once unique (member_id, kind, member_day),
  check (day = floor(extract(epoch from drawn_at) / 86400)),
  check (member_day(drawn_at, zone) = member_day and ends_at = start_of_day(member_day + 1, zone))
);

create index draw_by_time on draw (drawn_at desc, id desc);

-- The seed of a day's draws, once none can be drawn with it any more.
create table draw_reveal (
  day integer primary key references fairness_day,
  seed text not null check (seed ~ '^[0-9a-f]{64}$'),
  revealed_at timestamptz not null
);

select ledger.append_only('draw_client_seed', 'own seeds are replaced by new ones, never changed');
select ledger.append_only('draw', 'an entry is drawn once');
select ledger.append_only('draw_reveal', 'a seed is revealed once');

create function guard_client_seed() returns trigger language plpgsql as $$
begin
  if new.number <> 1 + (select count(*) from draw_client_seed as s where s.member_id = new.member_id) then
    raise exception 'own seeds are numbered without gaps' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger draw_client_seed_in_turn before insert on draw_client_seed for each row execute function guard_client_seed();
alter table draw_client_seed enable always trigger draw_client_seed_in_turn;

-- An entry is drawn on its day, with a seed that was committed to before and is not revealed yet, in turn, with the member's newest own seed, in the
-- profile's time zone, once the day of the kind's last entry has ended, and by nobody who is excluded. Exact under the lock of the member's
-- accounts and of the house account `prizes`, which every draw takes. Whether a row is one's own draw again, the keys decide.
create function guard_draw() returns trigger language plpgsql as $$
declare
  at timestamptz := coalesce(product_now(), new.drawn_at);
begin
  if new.day <> floor(extract(epoch from at) / 86400)
    or not exists (select from fairness_day as f where f.day = new.day and f.published_at <= at)
    or exists (select from draw_reveal as r where r.day = new.day)
    or new.entry <> 1 + (select count(*) from draw as d where d.member_id = new.member_id and d.day = new.day)
    or new.client_seed is distinct from
      (select seed from draw_client_seed as s where s.member_id = new.member_id order by number desc limit 1)
    or new.zone is distinct from (select time_zone from member as m where m.id = new.member_id)
    or exists (select from draw as d where d.member_id = new.member_id and d.kind = new.kind
      and (d.member_day >= new.member_day or d.ends_at > new.drawn_at))
    or excluded_until(new.member_id, new.drawn_at) is not null
  then
    raise exception 'entry % of member % cannot be drawn like this', new.entry, new.member_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger draw_in_turn before insert on draw for each row execute function guard_draw();
alter table draw enable always trigger draw_in_turn;

-- The seed is the one that was committed to, and its day is over by the database's clock. The lock makes sure that every transaction that
-- draws with it has ended.
create function guard_draw_reveal() returns trigger language plpgsql as $$
begin
  perform ledger.lock_accounts(array(select id from ledger.accounts where member_id = -1 and name = 'prizes'));
  new.revealed_at := coalesce(product_now(), new.revealed_at);
  if new.revealed_at < to_timestamp((new.day + 1) * 86400::bigint)
    or encode(sha256(decode(new.seed, 'hex')), 'hex') is distinct from
      (select draw_commitment from fairness_day as f where f.day = new.day)
  then
    raise exception 'the seed of day % is not revealed like this', new.day using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger draw_reveal_in_time before insert on draw_reveal for each row execute function guard_draw_reveal();
alter table draw_reveal enable always trigger draw_reveal_in_time;
