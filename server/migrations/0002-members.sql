-- Members, their profiles, sessions and sign-ins, and the throttling of attempts to guess passwords and codes.

create table member (
  id bigint generated always as identity primary key,
  -- As typed at registration; unique without regard to letter case.
  username text not null check (username ~ '^[A-Za-z0-9]{6,20}$'),
  password_hash text not null check (password_hash like '$argon2id$%'),
  locale text not null check (locale in ('en', 'thai', 'vnf', 'tc', 'zh', 'jp')),
  -- Name of the IANA database; defines the member's day.
  time_zone text not null default 'UTC',
  invitation_code text not null check (invitation_code ~ '^[A-Z0-9]{4,16}$'),
  -- Null: registered with the house code.
  invited_by bigint references member (id),
  -- Hash of the captcha used for the registration: one captcha opens one account, and a repeated registration is recognised.
  registration_proof bytea not null check (octet_length(registration_proof) = 32),
  -- Product time.
  created_at timestamptz not null,
  nickname text not null default '' check (length(nickname) <= 24),
  -- Compared with the name on the bank card; empty when not given.
  real_name text not null default '' check (length(real_name) <= 60)
);

create unique index member_username_key on member (lower(username));
-- For the operators' search by the beginning of a name, whatever the database's collation.
create index member_username_prefix on member (lower(username) text_pattern_ops);
create unique index member_invitation_code_key on member (invitation_code);
create unique index member_registration_proof_key on member (registration_proof);
create index member_invited_by on member (invited_by) where invited_by is not null;

-- Wall time throughout: an accelerated product clock must not end sessions.
create table session (
  -- SHA-256 of the token in the cookie: read access to this table does not allow signing in.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  member_id bigint not null references member (id),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- Signed out, or revoked.
  ended_at timestamptz,
  -- Hash of the token that took its place at a re-authentication; it expires within seconds then.
  replaced_by bytea check (octet_length(replaced_by) = 32),
  user_agent text not null check (length(user_agent) <= 256),
  address text not null check (length(address) <= 64)
);

create index session_member on session (member_id, last_seen_at) where ended_at is null;
create index session_age on session (created_at);

-- Wall time, as sessions are.
create table sign_in (
  member_id bigint not null references member (id),
  -- Starts with the time, so that the primary key is also the order of the list.
  id text not null,
  result text not null check (result in ('registered', 'signedIn', 'signedInByPasskey', 'signedInByReset', 'wrongPassword', 'wrongFactor', 'wrongReset')),
  user_agent text not null check (length(user_agent) <= 256),
  address text not null check (length(address) <= 64),
  at timestamptz not null,
  primary key (member_id, id)
);

create table captcha (
  -- SHA-256 of the token in the visitor's cookie.
  visitor_hash bytea primary key check (octet_length(visitor_hash) = 32),
  -- SHA-256 of the visitor's token and the answer: the answer cannot be guessed offline without the cookie.
  answer_hash bytea not null check (octet_length(answer_hash) = 32),
  -- The client: an address, or the network that IPv6 addresses are counted by.
  network text not null check (length(network) <= 64),
  -- The signed challenge of its proof of work, and whether that was handed in: without it no answer is right.
  work text not null check (length(work) <= 1000),
  proven boolean not null default false,
  drawn_at timestamptz not null,
  expires_at timestamptz not null
);

-- Registrations and failures of a network: those of a minute set how hard the proof of work is, those of a day are bounded.
create table network_use (
  span text not null check (span in ('minute', 'day')),
  since timestamptz not null,
  network text not null check (length(network) <= 64),
  uses integer not null check (uses > 0),
  primary key (span, since, network)
);

create index captcha_network on captcha (network, drawn_at);
create index captcha_expiry on captcha (expires_at);

-- Consecutive failed sign-ins of one account name (existing or not) or of one network.
create table sign_in_failure (
  subject text primary key check (length(subject) <= 80),
  failures integer not null check (failures >= 0),
  last_failed_at timestamptz not null,
  locked_until timestamptz not null
);

create index sign_in_failure_age on sign_in_failure (last_failed_at);

-- The day of a member's calendar at a time, and the first moment of a day: the same as core/time/member-day.ts, by a test.
create function member_day(at timestamptz, zone text) returns date language sql immutable strict parallel safe as $$
  select (at at time zone zone)::date
$$;

-- Of two midnights PostgreSQL takes the later one; every zone that sets its clocks back over midnight does so by one hour.
create function start_of_day(day date, zone text) returns timestamptz language sql immutable strict parallel safe as $$
  select case
    when member_day((day::timestamp at time zone zone) - interval '1 hour', zone) = day
    then (day::timestamp at time zone zone) - interval '1 hour'
    else day::timestamp at time zone zone
  end
$$;

-- The first moment of the member's day, week (from Monday) or month at a time.
create function start_of_period(period text, at timestamptz, zone text) returns timestamptz
language sql immutable strict parallel safe as $$
  select start_of_day(date_trunc(period, member_day(at, zone)::timestamp)::date, zone)
$$;
