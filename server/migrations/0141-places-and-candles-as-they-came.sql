-- The server's role could write a place in the team of somebody who invited nobody, and a candle before its minute was over.

-- The inviters of a place are those of its member's registration. Who came uninvited has none.
create function guard_team_place() returns trigger language plpgsql as $$
begin
  if not exists (
    select from member left join team_place as above on above.member_id = member.invited_by
    where member.id = new.member_id and member.invited_by = new.inviter_1
      and above.inviter_1 is not distinct from new.inviter_2 and above.inviter_2 is not distinct from new.inviter_3
  ) then
    raise exception 'member % has other inviters', new.member_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger team_place_of_inviters before insert on team_place for each row execute function guard_team_place();
alter table team_place enable always trigger team_place_of_inviters;

-- An exchange's minute is known when it is over. Ten seconds are for an exchange whose clock is ahead of the database's.
create function guard_exchange_candle() returns trigger language plpgsql as $$
begin
  if exists (select from added where to_timestamp((open_time_ms + 60000) / 1000.0) > clock_timestamp() + interval '10 seconds') then
    raise exception 'a candle whose minute is not over' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create trigger exchange_candles_closed after insert on market.exchange_candles
  referencing new table as added for each statement execute function guard_exchange_candle();
alter table market.exchange_candles enable always trigger exchange_candles_closed;
