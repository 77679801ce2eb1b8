-- Two operators change what the charity's money is for, as they change offers: a cause begins, is worded anew or is closed from a moment on.

alter table product_request
  drop constraint product_request_kind_check,
  drop constraint product_request_item_check,
  alter column minimum drop not null,
  alter column maximum drop not null,
  -- What is no amount. Of a cause its texts, by language of the giving pages: { "en": { "name", "about" }, "zh", "tc", "jp" }.
  add column details jsonb,
  add constraint product_request_kind_check check (kind in ('level', 'financing', 'cause')),
  add constraint product_request_item_check check (item ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  add constraint product_request_amounts
    check ((kind in ('level', 'financing')) = (minimum is not null and maximum is not null and details is null)),
  add constraint product_request_texts check (kind <> 'cause' or coalesce(details ?& array['en', 'zh', 'tc', 'jp'], false));

-- The change that named the cause; null where it was named before that took two operators.
alter table charity_cause add column named_with text references product_request;

-- A cause as it is at a moment of product time. One that was named before causes took two operators is open since it was named.
create function cause_at(of_id text, at timestamptz) returns table (texts jsonb, is_open boolean) language sql stable as $$
  select details, is_open from (
    select r.details, r.is_open, c.effective_from, c.approved_at, c.request_id
    from product_change as c join product_request as r on r.id = c.request_id
    where r.kind = 'cause' and r.item = of_id and c.effective_from <= at
    union all
    select c.texts, true, '-infinity', '-infinity', ''
    from charity_cause as c
    where c.id = of_id and c.named_with is null
  ) as known
  order by effective_from desc, approved_at desc, request_id desc limit 1
$$;

create function guard_charity_cause() returns trigger language plpgsql as $$
begin
  if not exists (
    select from product_change as c join product_request as r on r.id = c.request_id
    where r.id = new.named_with and r.kind = 'cause' and r.item = new.id and r.details = new.texts and r.asked_by = new.named_by
  ) then
    raise exception 'a cause takes the approvals of two operators' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger charity_cause_approved before insert on charity_cause
  for each row execute function guard_charity_cause();
alter table charity_cause enable always trigger charity_cause_approved;
