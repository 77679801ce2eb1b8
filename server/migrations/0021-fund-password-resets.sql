-- A new withdrawal password for who has forgotten the old one: it waits a day, in which its owner can call it off and the old one
-- goes on. The row goes when it is called off or has become the password; the history is in security_act. Product time.
create table fund_password_reset (
  member_id bigint primary key references fund_password (member_id),
  password_hash text not null check (password_hash like '$argon2id$%'),
  requested_at timestamptz not null,
  active_from timestamptz not null check (active_from >= requested_at + interval '24 hours')
);

-- Entries of a member by time, for the list that shows how the score adds up.
create index weight_entry_by_time on weight_entry (member_id, earned_at, kind, reference) include (points);
