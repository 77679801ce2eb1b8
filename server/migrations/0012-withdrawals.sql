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
  -- The destination card.
  card_id text check ((card_id is not null) = (method = 'bank')),
  comment text not null default '' check (length(comment) <= 120),
  -- Product time.
  requested_at timestamptz not null,
  review_ends_at timestamptz not null,
  approvals_needed smallint not null check (approvals_needed >= 0),
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

-- For the measured time to payout.
create index withdrawal_done on withdrawal (ended_at) include (requested_at) where state = 'done';

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
    or (old.member_id, old.id, old.method, old.amount, old.fee, old.destination, old.card_id, old.comment, old.requested_at,
        old.review_ends_at, old.approvals_needed, old.only_one)
      is distinct from (new.member_id, new.id, new.method, new.amount, new.fee, new.destination, new.card_id, new.comment,
        new.requested_at, new.review_ends_at, new.approvals_needed, new.only_one)
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
