-- Holding settled plans to the outcomes of their groups costs the processor less. What is refused stays what it was.

-- The ledger's connections join by index alone (server/ledger/connection.ts). This guard joins two lists without one, which compared each
-- plan of a batch with each of its groups.
alter function require_plan_outcome() set enable_hashjoin = on;
alter function require_plan_outcome() set enable_nestloop = off;
