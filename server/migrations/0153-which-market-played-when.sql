-- Which source of market data the product has used, and since when: a round is verified with candles of the source of its time. The start of a
-- replay does not say it (it lies two thirds of the recording before the first start), nor does the history of an exchange.
create table market.sources (
  -- Product time in milliseconds since 1970; 0 for the market that always played.
  from_ms bigint primary key check (from_ms >= 0),
  -- 'replay' with the hash of the recording, or 'exchange' with its id.
  source text not null,
  recorded_at timestamptz not null default now()
);
select ledger.append_only('market.sources', 'which market played when is never changed');
