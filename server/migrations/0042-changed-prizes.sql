-- Two operators change the prize table of the daily draw, from the beginning of a day (UTC) on. The table of a day is fixed before the day begins: no
-- change reaches a day that has begun, and an entry is drawn by the table of its day alone.

alter table product_request
  drop constraint product_request_kind_check,
  add constraint product_request_kind_check check (kind in ('level', 'financing', 'cause', 'prizes')),
  -- Of a prize table its prizes, the largest first: [{ "amount": micro-USDT as text, "numbers": how many of a million win it }].
  add constraint product_request_prizes
    check (kind <> 'prizes' or (is_open and item = 'daily' and coalesce(jsonb_array_length(details) = 4, false)));

-- Of a prize table, from 2 on: what ships is version 1.
alter table product_change add column version integer unique check (version > 1);

-- The version of the table that entries of a day are drawn by.
create function draw_prize_version(of_day integer) returns integer language sql stable as $$
  select coalesce((
    select version from product_change
    where version is not null and effective_from <= to_timestamp(of_day * 86400::bigint)
    order by effective_from desc, version desc limit 1
  ), 1)
$$;

create or replace function guard_product_change() returns trigger language plpgsql as $$
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
  new.version := null;
  if asked.kind = 'prizes' then
    -- Numbered one after another: the server makes them under a lock, and `unique` refuses a number that was taken meanwhile.
    new.effective_from := to_timestamp(ceil(extract(epoch from new.effective_from) / 86400) * 86400);
    new.version := 1 + coalesce((select max(version) from product_change), 1);
  end if;
  return new;
end $$;

-- Beside what `draw_in_turn` asks of an entry.
create function guard_draw_prizes() returns trigger language plpgsql as $$
begin
  if new.prize_version <> draw_prize_version(new.day) then
    raise exception 'day % is not drawn by prize table %', new.day, new.prize_version using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger draw_by_table_of_day before insert on draw for each row execute function guard_draw_prizes();
alter table draw enable always trigger draw_by_table_of_day;
