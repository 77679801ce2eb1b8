-- What calls meet whose account is deleted while they are under way: a state of its own (AO002), by which the server answers that the
-- session has ended. And one order of locks for the chat, so that a message and the deletion do not wait for each other in a circle.

create or replace function refuse_for_deleted() returns trigger language plpgsql as $$
begin
  perform from member where id = new.member_id for key share;
  if exists (select from member_deletion where member_id = new.member_id) then
    raise exception 'the account of member % is deleted', new.member_id using errcode = 'AO002';
  end if;
  return new;
end $$;

create or replace function guard_member() returns trigger language plpgsql as $$
begin
  if old.username is null then
    raise exception 'the account of member % is deleted', old.id using errcode = 'AO002';
  end if;
  if new.username is null and not is_erasing(old.id) then
    raise exception 'an account is deleted by its member alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Its password is erased with the account: without the trigger the missing row would be an internal error.
create trigger not_for_deleted before insert on withdrawal_password_reset for each row execute function refuse_for_deleted();

-- Erases rows and columns. Repeatable: the second time nothing is left.
create or replace function erase_personal_rows(of_member bigint) returns void language plpgsql as $$
begin
  -- As a message does, which then writes below it.
  perform from support_chat where member_id = of_member for update;
  delete from support_message where member_id = of_member;
  delete from support_conversation where member_id = of_member;
  delete from support_chat where member_id = of_member;
  update deposit set image_id = null where member_id = of_member and image_id is not null;
  delete from image_upload where member_id = of_member;
  delete from image where member_id = of_member;
  delete from push_device where member_id = of_member;
  delete from session where member_id = of_member;
  delete from sign_in where member_id = of_member;
  delete from security_act where member_id = of_member;
  delete from authenticator where member_id = of_member;
  delete from passkey where member_id = of_member;
  delete from passkey_challenge where purpose = 'member ' || of_member;
  delete from bank_card where member_id = of_member;
  delete from withdrawal_password_reset where member_id = of_member;
  delete from withdrawal_password where member_id = of_member;
  delete from password_request where member_id = of_member;
  update account_recovery set request_id = null, password_hash = null,
      ended_at = coalesce(ended_at, now()), outcome = coalesce(outcome, 'cancelled')
    where member_id = of_member and (ended_at is null or request_id is not null);
  delete from notification_read where member_id = of_member;
  delete from notification_read_through where member_id = of_member;
  delete from notification_setting where member_id = of_member;
  delete from notice_read where member_id = of_member;
  delete from notice_read_through where member_id = of_member;
  delete from loss_limit where member_id = of_member;
  delete from self_exclusion where member_id = of_member;
  delete from member_guard where member_id = of_member;
end $$;

-- Appends a message, under the lock of its chat and in one round trip. The outcome is `sent`, `kept` (it was sent before under its id),
-- `reused` (another one has its id), `closed` (an operator's, and no conversation is open), or `full` (with `free_at`, when the day has
-- room again).
create or replace function send_support_message(
  of_member bigint, by_author text, by_operator text, of_id text, of_text text, of_image text, of_pin_kind text, of_pin_id text,
  of_articles text[], of_day_max integer
) returns table (outcome text, place integer, in_conversation integer, at timestamptz, free_at timestamptz, is_first boolean)
language plpgsql as $$
declare
  chat support_chat;
  kept support_message;
begin
  -- The chat before the member, whom the guard of its row locks.
  perform from support_chat where member_id = of_member for update;
  if not found and by_author = 'member' then
    insert into support_chat (member_id) values (of_member) on conflict do nothing;
  end if;
  select * into chat from support_chat where member_id = of_member for update;
  select * into kept from support_message
    where member_id = of_member and author = by_author and message_id = of_id;
  if found then
    outcome := case when (kept.text, kept.image_id, kept.pin_kind, kept.pin_id)
      is distinct from (of_text, of_image, of_pin_kind, of_pin_id) then 'reused' else 'kept' end;
    place := kept.position;
    in_conversation := kept.conversation;
    at := kept.sent_at;
    is_first := not exists (select from support_message as m where m.member_id = of_member
      and m.conversation = kept.conversation and m.position <> kept.position);
    return next;
    return;
  end if;
  if by_author <> 'member' and chat.is_open is not true then
    outcome := 'closed';
    return next;
    return;
  end if;
  select sent_at + interval '1 day' into free_at from support_message
    where member_id = of_member and position = chat.newest - of_day_max + 1 and sent_at > clock_timestamp() - interval '1 day';
  if found then
    outcome := 'full';
    return next;
    return;
  end if;
  outcome := 'sent';
  place := chat.newest + 1;
  at := clock_timestamp();
  is_first := not chat.is_open;
  in_conversation := chat.conversation + is_first::int;
  if is_first then
    insert into support_conversation (member_id, number, opened_at) values (of_member, in_conversation, at);
  end if;
  insert into support_message
    values (of_member, place, in_conversation, by_author, by_operator, of_id, of_text, of_image, of_pin_kind, of_pin_id, of_articles, at);
  if by_author = 'operator' and chat.waiting_since is not null then
    insert into support_reply values (of_member, place, least(chat.waiting_since, at), at);
  end if;
  update support_chat set
    newest = place,
    conversation = in_conversation,
    is_open = true,
    changed_at = at,
    waiting_since = case by_author when 'member' then coalesce(chat.waiting_since, at) when 'automatic' then chat.waiting_since end,
    assigned_to = coalesce(chat.assigned_to, by_operator),
    seen_through = case when by_author = 'operator' then place else chat.seen_through end,
    answered_through = case when by_author = 'operator' then place else chat.answered_through end
    where member_id = of_member;
  return next;
end $$;
