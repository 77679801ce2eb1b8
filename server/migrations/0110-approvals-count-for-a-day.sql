-- An approval counts for a day, and for as long as its operator decides on its kind. The one that completes a subject says so: nothing that
-- becomes of an operator afterwards undoes what was complete.

-- An operator whose approval no longer counts may approve again.
alter table approval_decision drop constraint approval_decision_pkey,
  add primary key (kind, reference, operator, decision, at),
  add column completes boolean not null default false;

-- Who made the link that an operator enrolled by, and when it was: `@server` for a new link at the server; null for a first owner's.
alter table operator_link
  add column made_by text collate "C" check (made_by ~ '^(@server|[a-z][a-z0-9._-]{1,39})$'),
  add column enrolled_at timestamptz;

-- How many persons these operators are. For seven days who enrolled by another's link is that one, who has held the means to sign in.
create function persons_among(operators text[]) returns integer language sql stable as $$
  with recursive link (one, other) as (
    select operator, made_by from operator_link where made_by is not null and enrolled_at > now() - interval '7 days'
  ), hand (operator, reached) as (
    select name collate "C", name collate "C" from unnest(operators) as name
    union
    select hand.operator, case when link.one = hand.reached then link.other else link.one end
    from hand join link on hand.reached in (link.one, link.other)
  ), person (first) as (
    select min(reached) from hand group by operator
  )
  select count(distinct first)::integer from person
$$;

-- The operators whose approvals count for a decision at that moment, kept as they are until the caller's transaction is over.
create function counting_approvers(of_kind text, of_reference text, of_moment timestamptz) returns text[] language plpgsql as $$
begin
  return (
    select coalesce(array_agg(distinct counting.name), '{}') from (
      select o.name from approval_decision as d join operator as o on o.name = d.operator
      where d.kind = of_kind and d.reference = of_reference and d.decision = 'approved' and d.at > of_moment - interval '1 day'
        and may_decide(o.role, of_kind) and o.ended_at is null
      for share of o
    ) as counting
  );
end $$;

-- For the lists: who approved what is complete, and of what is not those whose approvals count, in their order.
create function approvers_of(of_kind text, of_reference text, of_moment timestamptz default now()) returns text[]
language sql stable as $$
  select coalesce(array_agg(approved.operator order by approved.recorded_at, approved.operator), '{}') from (
    select d.operator, max(d.recorded_at) as recorded_at
    from approval_decision as d join operator as o on o.name = d.operator
    where d.kind = of_kind and d.reference = of_reference and d.decision = 'approved'
      and (
        (d.at > of_moment - interval '1 day' and may_decide(o.role, of_kind) and o.ended_at is null)
        or exists (select from approval_decision as c where c.kind = of_kind and c.reference = of_reference and c.completes)
      )
    group by d.operator
  ) as approved
$$;

create or replace function guard_approval_decision() returns trigger language plpgsql as $$
declare
  opened approval;
  approvers text[];
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
  new.completes := false;
  if new.decision = 'approved' then
    approvers := counting_approvers(new.kind, new.reference, new.at);
    if new.operator = any (approvers) then
      raise exception '% has approved already', new.operator using errcode = 'restrict_violation';
    end if;
    new.completes := opened.needed > 0 and persons_among(approvers || new.operator) >= opened.needed;
  end if;
  return new;
end $$;

-- Whether that many persons approved, each while the others' approvals counted, and none refused.
create or replace function is_approved(of_kind text, of_reference text, operators integer) returns boolean language sql stable as $$
  select coalesce(bool_or(d.completes) and not bool_or(d.decision = 'refused') and min(a.needed) >= operators, false)
  from approval as a join approval_decision as d using (kind, reference)
  where a.kind = of_kind and a.reference = of_reference
$$;

-- What was complete before stays so.
alter table approval_decision disable trigger approval_decision_append_only;
update approval_decision as d set completes = true
from (
  select kind, reference, operator, at, row_number() over (partition by kind, reference order by recorded_at, operator) as place
  from approval_decision where decision = 'approved'
) as approved
join approval as a using (kind, reference)
where d.kind = approved.kind and d.reference = approved.reference and d.operator = approved.operator and d.at = approved.at
  and d.decision = 'approved' and approved.place = a.needed;
alter table approval_decision enable always trigger approval_decision_append_only;
