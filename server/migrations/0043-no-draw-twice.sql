-- The number of an entry follows from the day's seed, the own seed, the entry and the account name. The name of a deleted account is free again:
-- an account that takes the same name and own seed on the same day would know what its entries draw.

create index draw_by_seed on draw (client_seed, day);

create function refuse_known_draw() returns trigger language plpgsql as $$
begin
  if exists (
    select from draw as known join member_deletion as deleted on deleted.member_id = known.member_id
    where known.client_seed = new.client_seed and known.day = new.day
  ) then
    raise exception 'an account that is deleted has drawn with this seed on day %', new.day using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger draw_not_known before insert on draw for each row execute function refuse_known_draw();
alter table draw enable always trigger draw_not_known;
