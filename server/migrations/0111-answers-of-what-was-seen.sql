-- An answer is to what its operator saw, and a conversation that is closed while a message waits stands in the measured times.

-- Since when a message waited when the conversation was closed; null where none did.
alter table support_conversation add column waited_since timestamptz check (waited_since is null or closed_at is not null);

create index support_conversation_unanswered on support_conversation (closed_at) where waited_since is not null;

-- Appends a message, under the lock of its chat and in one round trip. The outcome is `sent`, `kept` (it was sent before under its id),
-- `reused` (another one has its id), `closed` (an operator's, and no conversation is open), `unknown` (an operator's, which saw a message that is
-- not there), or `full` (with `free_at`, when the day has room again). An operator's answers what it saw, up to `of_seen`: what came meanwhile
-- waits on.
drop function send_support_message(bigint, text, text, text, text, text, text, text, text[], integer);

create function send_support_message(
  of_member bigint, by_author text, by_operator text, of_id text, of_text text, of_image text, of_pin_kind text, of_pin_id text,
  of_articles text[], of_day_max integer, of_seen integer default null
) returns table (outcome text, place integer, in_conversation integer, at timestamptz, free_at timestamptz, is_first boolean)
language plpgsql as $$
declare
  chat support_chat;
  kept support_message;
  seen integer;
  waits_from timestamptz;
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
  seen := coalesce(of_seen, chat.newest);
  if seen > chat.newest then
    outcome := 'unknown';
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
  if by_author = 'operator' then
    select min(m.sent_at) filter (where m.position > seen) into waits_from from support_message as m
      where m.member_id = of_member and m.conversation = in_conversation and m.author = 'member' and m.position > chat.answered_through;
    if chat.waiting_since < coalesce(waits_from, 'infinity') then
      insert into support_reply values (of_member, place, least(chat.waiting_since, at), at);
    end if;
    seen := case when waits_from is null then place else seen end;
  end if;
  update support_chat set
    newest = place,
    conversation = in_conversation,
    is_open = true,
    changed_at = at,
    waiting_since = case by_author
      when 'member' then coalesce(chat.waiting_since, at) when 'automatic' then chat.waiting_since else waits_from end,
    assigned_to = coalesce(chat.assigned_to, by_operator),
    seen_through = case when by_author = 'operator' then greatest(chat.seen_through, seen) else chat.seen_through end,
    answered_through = case when by_author = 'operator' then greatest(chat.answered_through, seen) else chat.answered_through end
    where member_id = of_member;
  return next;
end $$;
