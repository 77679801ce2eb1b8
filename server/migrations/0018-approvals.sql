-- Approvals by operators: of withdrawals above the limit, of account recoveries, of the charity's disbursements and of postings of house
-- money. The subject's own table defines what an approval allows and requires it by `is_approved`.

create table approval (
  kind text not null check (kind in ('withdrawal', 'recovery', 'disbursement', 'funding')),
  -- The subject within its kind: member id (0 where it is of no member), a dot, and the subject's own id.
  reference text not null,
  -- SHA-256 of the approved content, so that all operators decide on the same.
  subject_hash bytea not null check (octet_length(subject_hash) = 32),
  -- Number of operators; 0 for a subject that needs no approval but can be refused.
  needed smallint not null check (needed >= 0),
  opened_at timestamptz not null,
  -- No approval is accepted from then on; null: never. Refusals still are.
  expires_at timestamptz check (expires_at > opened_at),
  primary key (kind, reference)
);

-- History of all decisions. An operator approves or refuses once; one who approved may refuse afterwards.
create table approval_decision (
  kind text not null,
  reference text not null,
  operator text collate "C" not null check (operator ~ '^[a-z][a-z0-9._-]{1,39}$'),
  decision text not null check (decision in ('approved', 'refused')),
  reason text not null check (length(reason) <= 200),
  -- By the subject's clock.
  at timestamptz not null,
  recorded_at timestamptz not null default now(),
  primary key (kind, reference, operator, decision),
  foreign key (kind, reference) references approval (kind, reference),
  check (kind <> 'recovery' or length(reason) >= 3)
);

-- One refusal ends an approval.
create unique index approval_refused_once on approval_decision (kind, reference) where decision = 'refused';

create function refuse_approval_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger approval_append_only before update or delete on approval
  for each row execute function refuse_approval_change();
create trigger approval_decision_append_only before update or delete on approval_decision
  for each row execute function refuse_approval_change();

create function guard_approval_decision() returns trigger language plpgsql as $$
declare
  opened approval;
begin
  -- Serialises concurrent decisions.
  select * into opened from approval where kind = new.kind and reference = new.reference for no key update;
  if new.decision = 'approved' and new.at >= opened.expires_at then
    raise exception 'this approval has expired' using errcode = 'restrict_violation';
  end if;
  if exists (
    select from approval_decision where kind = new.kind and reference = new.reference and decision = 'refused'
  ) then
    raise exception 'this approval was refused' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger approval_decision_while_open before insert on approval_decision
  for each row execute function guard_approval_decision();

-- Whether that many different operators approved and none refused.
create function is_approved(of_kind text, of_reference text, operators integer) returns boolean language sql stable as $$
  select count(distinct operator) filter (where decision = 'approved') >= operators
    and count(*) filter (where decision = 'refused') = 0
  from approval_decision where kind = of_kind and reference = of_reference
$$;
