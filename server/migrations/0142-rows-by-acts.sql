-- The server's role could write an operator, a link to enrol, a means to sign in or a decision that is in no act of the operators' log, and
-- a confirmed deposit that credited nothing. Acts are of the same transaction, whose time the log gives them.

create function acts_now(of_subject text)
returns table (operator text, role text, act text, member_id bigint, detail jsonb) language sql stable as $$
  select operator, role, act, member_id, detail::jsonb from operator_act where at = now()::timestamptz(3) and subject = of_subject
$$;

-- Owners create operators. The first one is in the log as its own maker, while no owner can sign in.
create function require_act_of_operator() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and not exists (
      select from acts_now('operator ' || new.name) as a
      where a.act = 'operatorCreated' and a.role = 'owner' and a.detail ->> 'role' = new.role and (
        a.operator <> new.name or not exists (
          select from operator as o where o.role = 'owner' and o.ended_at is null and o.name <> new.name and (
            exists (select from operator_passkey where operator = o.name)
            or exists (select from operator_authenticator where operator = o.name)))))
    or tg_op = 'UPDATE' and (
      new.role <> old.role and not exists (
        select from acts_now('operator ' || new.name) as a
        where a.act = 'operatorRoleChanged' and a.role = 'owner' and a.detail ->> 'to' = new.role)
      or new.ended_at is distinct from old.ended_at and not exists (
        select from acts_now('operator ' || new.name) as a where a.act = 'operatorEnded' and a.role = 'owner')
      or new.password_hash is distinct from old.password_hash and not exists (
        select from acts_now('operator ' || new.name) as a
        where a.act in ('authenticatorEnrolled', 'passkeyEnrolled') and a.operator = new.name))
  then
    raise exception 'operator %: this change is in no act of the log', new.name using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger operator_has_its_act after insert or update on operator
  deferrable initially deferred for each row execute function require_act_of_operator();
alter table operator enable always trigger operator_has_its_act;

-- The maker of a link is who recorded the act: whether two operators are one person is counted by it.
create function require_act_of_link() returns trigger language plpgsql as $$
begin
  if not exists (
    select from acts_now('operator ' || new.operator) as a
    where a.act = 'operatorCreated' and new.made_by is not distinct from nullif(a.operator, new.operator)
      or a.act = 'operatorLinkMade' and (new.made_by = a.operator or new.made_by = '@server' and a.operator = new.operator)
  ) then
    raise exception 'a link of operator % is in no act of the log', new.operator using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger link_has_its_act after insert on operator_link
  deferrable initially deferred for each row execute function require_act_of_link();
alter table operator_link enable always trigger link_has_its_act;

-- The seven days for which an operator and the maker of the link are one person begin by the database's clock, once.
create function guard_enrolment() returns trigger language plpgsql as $$
begin
  if old.enrolled_at is not null then
    raise exception 'a link is used once' using errcode = 'restrict_violation';
  end if;
  new.enrolled_at := now();
  return new;
end $$;
create trigger link_is_used_once before update on operator_link
  for each row when (new.enrolled_at is distinct from old.enrolled_at) execute function guard_enrolment();
alter table operator_link enable always trigger link_is_used_once;
select ledger.never_truncated('operator_link', 'its rows are guarded');

create function require_act_of_enrolment() returns trigger language plpgsql as $$
begin
  if not exists (
    select from acts_now('operator ' || new.operator) as a where a.act = tg_argv[0] and a.operator = new.operator
  ) then
    raise exception 'operator %: what signs in is in no act of the log', new.operator using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger passkey_has_its_act after insert on operator_passkey
  deferrable initially deferred for each row execute function require_act_of_enrolment('passkeyEnrolled');
alter table operator_passkey enable always trigger passkey_has_its_act;
create constraint trigger authenticator_has_its_act after insert on operator_authenticator
  deferrable initially deferred for each row execute function require_act_of_enrolment('authenticatorEnrolled');
alter table operator_authenticator enable always trigger authenticator_has_its_act;

-- A decision is in the log with the hash of what was decided on.
create function require_act_of_decision() returns trigger language plpgsql as $$
begin
  if not exists (
    select from acts_now(new.kind || ' ' || split_part(new.reference, '.', 2)) as a
      join approval on approval.kind = new.kind and approval.reference = new.reference
    where a.act = new.kind || initcap(new.decision) and a.operator = new.operator
      and coalesce(a.member_id, 0)::text = split_part(new.reference, '.', 1)
      and a.detail ->> 'hash' = encode(approval.subject_hash, 'hex')
  ) then
    raise exception 'the decision of % on % % is in no act of the log', new.operator, new.kind, new.reference
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger decision_has_its_act after insert on approval_decision
  deferrable initially deferred for each row execute function require_act_of_decision();
alter table approval_decision enable always trigger decision_has_its_act;

-- A deposit is confirmed with its credit: of what came in, else of what was announced, to the member's available money.
create function ledger.is_credited(of_deposit deposit) returns boolean language sql stable as $$
  select exists (
    select from ledger.postings as p
    where p.member_id = of_deposit.member_id and p.place = 0 and p.to_account = of_deposit.member_id * 32
      and p.amount = coalesce(of_deposit.arrived, of_deposit.amount) and p.transfer_id = ledger.transfer_of(
        'deposit:' || coalesce(of_deposit.transfer, of_deposit.member_id || ':' || of_deposit.id), 'depositConfirmed'))
$$;

create view ledger.unfounded_deposits as
select format('deposit %s of member %s is confirmed without its credit', d.id, d.member_id) as fault
from deposit as d where d.state = 'confirmed' and not ledger.is_credited(d);

-- All that the check of the books finds without what it stands for.
create view ledger.unfounded as
select fault from ledger.unfounded_points union all
select fault from ledger.unfounded_chances union all
select fault from ledger.unfounded_deposits;

create function require_credit_of_deposit() returns trigger language plpgsql as $$
begin
  if not ledger.is_credited(new) then
    raise exception 'a deposit is confirmed with its credit' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger deposit_has_its_credit after update on deposit
  deferrable initially deferred for each row when (new.state = 'confirmed' and old.state <> 'confirmed')
  execute function require_credit_of_deposit();
alter table deposit enable always trigger deposit_has_its_credit;
create constraint trigger new_deposit_has_its_credit after insert on deposit
  deferrable initially deferred for each row when (new.state = 'confirmed') execute function require_credit_of_deposit();
alter table deposit enable always trigger new_deposit_has_its_credit;

-- What members read is the newest version that an operator published, or the text of a file, which each start writes again.
create function require_version_of_text() returns trigger language plpgsql as $$
declare
  published jsonb;
begin
  select coalesce(texts -> new.locale, '{}') into published from content_version
  where kind = new.kind and id = new.id and published_by is not null order by version desc limit 1;
  if (case when published is null then new.seed_hash is null
    else (published ->> 'title', published ->> 'body') is distinct from (new.title, new.body) end)
  then
    raise exception 'the text % in % is no published version', new.id, new.locale using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger text_has_its_version after insert or update on content_text
  deferrable initially deferred for each row execute function require_version_of_text();
alter table content_text enable always trigger text_has_its_version;

create function require_act_of_withdrawal() returns trigger language plpgsql as $$
begin
  if not exists (
    select from acts_now(new.kind || ' ' || new.id) as a
    where a.act = any (case when new.withdrawn_by = 'operator' then array['contentWithdrawn'] else array['contentPublished', 'contentPutBack'] end)
  ) then
    raise exception 'the text % is taken away and put back by acts of the log', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger withdrawn_by_act after update on content
  deferrable initially deferred for each row
  when ((new.withdrawn_by is not distinct from 'operator') <> (old.withdrawn_by is not distinct from 'operator'))
  execute function require_act_of_withdrawal();
alter table content enable always trigger withdrawn_by_act;
