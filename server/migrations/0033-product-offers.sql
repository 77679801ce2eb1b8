-- What two operators change of the offer of plan levels and financing products: whether it takes new orders, and least and most of one.
-- Terms are not among it: they are the code's, and a plan or holding keeps its own.

create table product_request (
  id text primary key,
  kind text not null check (kind in ('level', 'financing')),
  -- Number of the level, or id of the financing product.
  item text not null check (item ~ '^[a-z0-9]{1,20}$'),
  is_open boolean not null,
  -- Micro-USDT.
  minimum bigint not null check (minimum >= 1000000),
  maximum bigint not null check (maximum between minimum and 1000000000000),
  -- Product time: from when on, at the earliest.
  effective_from timestamptz not null,
  reason text not null check (length(reason) between 3 and 200 and reason !~ '[[:cntrl:]]'),
  asked_by text collate "C" not null references operator (name),
  asked_at timestamptz not null default now(),
  -- The first level is open to all.
  check (is_open or (kind, item) <> ('level', '1'))
);

create index product_request_by_time on product_request (asked_at desc, id desc);

select ledger.append_only('product_request', 'a request for a change of a product stays what it is');

-- Written with the second approval.
create table product_change (
  request_id text primary key references product_request,
  -- Product time. Nodes hear of it before it holds.
  effective_from timestamptz not null,
  approved_at timestamptz not null default now()
);

select ledger.append_only('product_change', 'a change of a product is never changed');

create function guard_product_change() returns trigger language plpgsql as $$
declare
  asked product_request;
begin
  select * into asked from product_request where id = new.request_id;
  if not is_approved('product', '0.' || new.request_id, 2) then
    raise exception 'a change of a product takes the approvals of two operators' using errcode = 'restrict_violation';
  end if;
  if now() >= asked.asked_at + interval '1 day' then
    raise exception 'this change was asked for more than a day ago' using errcode = 'restrict_violation';
  end if;
  -- Never for what is already placed: no change reaches back.
  new.effective_from := greatest(asked.effective_from, coalesce(product_now(), now()) + interval '1 minute');
  new.approved_at := now();
  return new;
end $$;

create trigger product_change_approved before insert on product_change
  for each row execute function guard_product_change();
alter table product_change enable always trigger product_change_approved;

alter table approval drop constraint approval_kind_check;
alter table approval add constraint approval_kind_check
  check (kind in ('withdrawal', 'recovery', 'disbursement', 'funding', 'product'));

create or replace function may_decide(of_role text, of_kind text) returns boolean language sql immutable as $$
  select of_role = any (case of_kind
    when 'withdrawal' then array['owner', 'finance']
    when 'recovery' then array['owner', 'support']
    when 'disbursement' then array['owner', 'finance']
    when 'funding' then array['owner', 'finance']
    when 'product' then array['owner', 'finance']
  end)
$$;
