-- What members say of themselves, and the history of their sign-ins.

alter table member
  add column nickname text not null default '' check (length(nickname) <= 24),
  -- Compared with the name on the bank card; empty where none is given.
  add column real_name text not null default '' check (length(real_name) <= 60);

-- Wall time, as sessions are.
create table sign_in (
  member_id bigint not null references member (id),
  -- Begins with the time, so that the primary key is also the order of the list.
  id text not null,
  result text not null check (result in ('registered', 'signedIn', 'wrongPassword')),
  user_agent text not null check (length(user_agent) <= 256),
  address text not null check (length(address) <= 64),
  at timestamptz not null,
  primary key (member_id, id)
);
