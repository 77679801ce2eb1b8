-- Withdrawals: the request and its status. Hold, payout and return are moved by the ledger.

create table withdrawal (
  member_id bigint not null,
  -- Starts with the time of the request, so that the primary key is also the order of the list.
  id text not null,
  method text not null check (method in ('bank', 'address')),
  amount bigint not null check (amount > 0),
  -- Borne by the house.
  fee bigint not null check (fee >= 0 and fee <= amount),
  -- The masked card, or the address.
  destination text not null check (length(destination) between 1 and 100),
  -- Equal for withdrawals of any members to one card or address: keyed hash of the card's number, or hash of the address.
  destination_hash bytea not null check (octet_length(destination_hash) = 32),
  -- The destination card.
  card_id text check ((card_id is not null) = (method = 'bank')),
  comment text not null default '' check (length(comment) <= 120),
  -- Product time.
  requested_at timestamptz not null,
  review_ends_at timestamptz not null,
  -- Decided by a trigger.
  approvals_needed smallint not null default 0 check (approvals_needed >= 0),
  -- Requested by a member who may have one in review at a time.
  only_one boolean not null,
  state text not null default 'requested' check (state in ('requested', 'inReview', 'sent', 'done', 'refused', 'cancelled')),
  -- The complete list of reasons to refuse.
  reason text check (reason in ('nameMismatch', 'noDestination', 'accountFrozen')),
  sent_at timestamptz,
  ended_at timestamptz,
  primary key (member_id, id),
  check ((state = 'refused') = (reason is not null)),
  check ((state in ('done', 'refused', 'cancelled')) = (ended_at is not null)),
  check (state not in ('sent', 'done') or sent_at is not null)
);

-- One in review at a time, for members with that limit: of two concurrent requests the database accepts one.
create unique index withdrawal_one_in_review on withdrawal (member_id) where only_one and state in ('requested', 'inReview');

-- Withdrawals that have not ended, in the order in which the poll pages through them.
create index withdrawal_open on withdrawal (id, member_id) where state in ('requested', 'inReview', 'sent');

-- For the sum of a day to one destination.
create index withdrawal_to_destination on withdrawal (destination_hash, requested_at);

-- For the measured time to payout.
create index withdrawal_done on withdrawal (ended_at) include (requested_at) where state = 'done';

-- One row per destination: withdrawals of different members to it take turns, so that each sees the sum of those before.
create table withdrawal_destination (
  hash bytea primary key check (octet_length(hash) = 32),
  -- Product time.
  last_requested_at timestamptz not null
);

-- How many operators must approve a withdrawal: two where the day's sum of its member or to its destination, its member's count, or the
-- number of its member's destinations is above the limits of core/withdrawals/rules.ts. Exact under the lock of the member's account,
-- which the hold takes, and of the destination.
create function decide_withdrawal_approvals() returns trigger language plpgsql as $$
declare
  day_start timestamptz := new.requested_at - interval '24 hours';
  of_member record;
  to_destination numeric;
begin
  insert into withdrawal_destination as known (hash, last_requested_at) values (new.destination_hash, new.requested_at)
    on conflict (hash) do update set last_requested_at = greatest(known.last_requested_at, excluded.last_requested_at);
  select coalesce(sum(amount), 0) as amount, count(*) as count,
      count(distinct destination_hash) filter (where destination_hash <> new.destination_hash) as other_destinations
    into of_member
    from withdrawal
    where member_id = new.member_id and requested_at > day_start and state not in ('refused', 'cancelled');
  select coalesce(sum(amount), 0) into to_destination
    from withdrawal
    where destination_hash = new.destination_hash and requested_at > day_start and state not in ('refused', 'cancelled');
  new.approvals_needed := case
    when of_member.amount + new.amount > 10000000000 or to_destination + new.amount > 10000000000
      or of_member.count >= 20 or of_member.other_destinations >= 5 then 2
    else 0 end;
  return new;
end $$;

create trigger withdrawal_approvals_decided before insert on withdrawal
  for each row execute function decide_withdrawal_approvals();

-- A card that replaces another receives nothing before its wait is over.
create function guard_withdrawal_card() returns trigger language plpgsql as $$
begin
  if exists (
    select from bank_card
    where member_id = new.member_id and id = new.card_id and active_from > protection_time(null)
  ) then
    raise exception 'this card is not in use yet' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger withdrawal_to_card_in_use before insert on withdrawal
  for each row when (new.card_id is not null) execute function guard_withdrawal_card();

create function refuse_withdrawal_change() returns trigger language plpgsql as $$
begin
  raise exception 'a withdrawal is never deleted, never changed once it is over, and never goes back' using errcode = 'restrict_violation';
end $$;

create trigger withdrawal_never_deleted before delete on withdrawal for each row execute function refuse_withdrawal_change();
create trigger withdrawal_goes_forward before update on withdrawal
  for each row when (
    not (
      (old.state = 'requested' and new.state in ('inReview', 'cancelled', 'refused'))
      or (old.state = 'inReview' and new.state in ('sent', 'cancelled', 'refused'))
      or (old.state = 'sent' and new.state in ('done', 'refused'))
    )
    or (old.member_id, old.id, old.method, old.amount, old.fee, old.destination, old.destination_hash, old.card_id, old.comment,
        old.requested_at, old.review_ends_at, old.approvals_needed, old.only_one)
      is distinct from (new.member_id, new.id, new.method, new.amount, new.fee, new.destination, new.destination_hash, new.card_id,
        new.comment, new.requested_at, new.review_ends_at, new.approvals_needed, new.only_one)
  ) execute function refuse_withdrawal_change();

-- Second guard of operators' decisions: a withdrawal is not sent without the approvals it needs, and a refused one does not change
-- until the transfer that returns its hold.
create function guard_sent_withdrawal() returns trigger language plpgsql as $$
declare
  approval_reference text := new.member_id || '.' || new.id;
begin
  if exists (
    select from approval_decision where kind = 'withdrawal' and reference = approval_reference and decision = 'refused'
  ) then
    return null;
  end if;
  if new.approvals_needed > 0 and not is_approved('withdrawal', approval_reference, new.approvals_needed) then
    raise exception 'this withdrawal takes the approvals of % operators', new.approvals_needed using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger withdrawal_sent_when_approved before update on withdrawal
  for each row when (old.state = 'inReview' and new.state = 'sent') execute function guard_sent_withdrawal();
