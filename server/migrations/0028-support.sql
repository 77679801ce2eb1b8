-- Customer chat. Wall time throughout: operators answer by it, however fast the product clock runs.

-- One row per member who ever wrote. Its lock gives the chat's messages their order.
create table support_chat (
  member_id bigint primary key references member (id),
  -- Position of the newest message: messages are numbered from 1 without gaps.
  newest integer not null default 0,
  -- Positions up to which the member has read, operators have seen, and an operator has answered.
  read_through integer not null default 0 check (read_through between 0 and newest),
  seen_through integer not null default 0 check (seen_through between 0 and newest),
  answered_through integer not null default 0 check (answered_through between 0 and newest),
  -- The newest conversation, and whether it is open.
  conversation integer not null default 0,
  is_open boolean not null default false,
  -- Since when the oldest message without an answer waits.
  waiting_since timestamptz,
  assigned_to text collate "C",
  changed_at timestamptz not null default now(),
  check (is_open or (waiting_since is null and assigned_to is null))
);

create index support_chat_waiting on support_chat (waiting_since, member_id) where waiting_since is not null;
create index support_chat_open on support_chat (changed_at, member_id) where is_open;
create index support_chat_assigned on support_chat (assigned_to, changed_at, member_id) where is_open;
create index support_chat_closed on support_chat (changed_at, member_id) where not is_open;

-- From a member's first message until an operator closes it.
create table support_conversation (
  member_id bigint not null references support_chat,
  number integer not null check (number > 0),
  opened_at timestamptz not null,
  closed_at timestamptz,
  stars smallint check (stars between 1 and 5),
  primary key (member_id, number),
  check (stars is null or closed_at is not null)
);

create table support_message (
  member_id bigint not null,
  position integer not null check (position > 0),
  conversation integer not null,
  author text not null check (author in ('member', 'operator', 'automatic')),
  operator text collate "C" check ((operator is not null) = (author = 'operator')),
  -- The sender's id of it: a message that is sent twice is kept once.
  message_id text collate "C" not null check (length(message_id) <= 40),
  text text not null default '' check (length(text) <= 2000),
  image_id text,
  pin_kind text check (pin_kind in ('plan', 'deposit', 'withdrawal', 'holding', 'order')),
  pin_id text check ((pin_id is null) = (pin_kind is null)),
  -- Help texts that an automatic message offers.
  articles text[] not null default '{}' check (articles = '{}' or author = 'automatic'),
  sent_at timestamptz not null,
  primary key (member_id, position),
  unique (member_id, author, message_id),
  foreign key (member_id, conversation) references support_conversation,
  foreign key (member_id, image_id) references image (member_id, id)
);

-- How long an answer took, measured when it was given.
create table support_reply (
  member_id bigint not null,
  -- Of the answer.
  position integer not null,
  asked_at timestamptz not null,
  answered_at timestamptz not null check (answered_at >= asked_at),
  primary key (member_id, position)
);

create index support_reply_by_time on support_reply (answered_at) include (asked_at);

-- Texts that operators answer with often.
create table support_snippet (
  id text primary key,
  locale text not null check (locale in ('en', 'thai', 'vnf', 'tc', 'zh', 'jp')),
  title text not null check (length(title) between 1 and 60),
  text text not null check (length(text) between 1 and 2000)
);

-- Appends a message, under the lock of its chat and in one round trip. The outcome is `sent`, `kept` (it was sent before under its id),
-- `reused` (another one has its id), `closed` (an operator's, and no conversation is open), or `full` (with `free_at`, when the day has
-- room again).
create function send_support_message(
  of_member bigint, by_author text, by_operator text, of_id text, of_text text, of_image text, of_pin_kind text, of_pin_id text,
  of_articles text[], of_day_max integer
) returns table (outcome text, place integer, in_conversation integer, at timestamptz, free_at timestamptz, is_first boolean)
language plpgsql as $$
declare
  chat support_chat;
  kept support_message;
begin
  if by_author = 'member' then
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
