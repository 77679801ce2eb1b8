-- A disbursement that is being paid is refused by nobody: its row and a refusal take turns by the lock of its approval.

create or replace function guard_disbursement() returns trigger language plpgsql as $$
begin
  perform from approval where kind = 'disbursement' and reference = '0.' || new.request_id for no key update;
  if not is_approved('disbursement', '0.' || new.request_id, 2) then
    raise exception 'a disbursement takes the approvals of two operators' using errcode = 'restrict_violation';
  end if;
  if not exists (
    select from disbursement_request where id = new.request_id and now() < asked_at + interval '1 day'
  ) then
    raise exception 'this disbursement was asked for more than a day ago' using errcode = 'restrict_violation';
  end if;
  if not exists (
    select from disbursement_request as r cross join lateral cause_at(r.cause_id, new.disbursed_at) as cause
    where r.id = new.request_id and cause.is_open
  ) then
    raise exception 'the cause of this disbursement is closed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
