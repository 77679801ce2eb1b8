-- From when on a market plays: the candles of a round are those of the market of its time, which may be another one than plays by now. A replay says of itself
-- that it began two thirds of its recording before its first start, and an exchange has a history of its own.
create table market.sources (
  -- Product time in milliseconds since 1970; 0 for the market that always played.
  from_ms bigint primary key check (from_ms >= 0),
  -- 'replay' with the hash of the recording, or 'exchange' with its id.
  source text not null,
  recorded_at timestamptz not null default now()
);
select ledger.append_only('market.sources', 'which market played when is never changed');
