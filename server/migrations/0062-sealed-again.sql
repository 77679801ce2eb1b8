-- Values can be sealed again with a newer key. The owner of the tables alone has the privilege, and no key that the commitments do not check.

drop trigger bank_card_never_changed on bank_card;
create trigger bank_card_never_changed before update on bank_card
  for each row when (
    (old.cancelled_at is not null and new.cancelled_at is distinct from old.cancelled_at)
    or (old.member_id, old.id, old.last_four, old.bank_name, old.bound_at, old.active_from)
      is distinct from (new.member_id, new.id, new.last_four, new.bank_name, new.bound_at, new.active_from)
  ) execute function refuse_security_change();
alter table bank_card enable always trigger bank_card_never_changed;

drop trigger append_only_update on market.replay_starts;
create trigger append_only_update before update of recording, starts_at_ms, commitment, recorded_at on market.replay_starts
  for each statement execute function ledger.refuse('plans are bound to the place of a recording, which is never changed');
create trigger append_only_delete before delete on market.replay_starts
  for each statement execute function ledger.refuse('plans are bound to the place of a recording, which is never changed');
alter table market.replay_starts enable always trigger append_only_update;
alter table market.replay_starts enable always trigger append_only_delete;

drop trigger append_only_update on fairness_chain;
create trigger append_only_update before update of only_row, first_day, commitment, published_at on fairness_chain
  for each statement execute function ledger.refuse('a commitment is never changed');
create trigger append_only_delete before delete on fairness_chain
  for each statement execute function ledger.refuse('a commitment is never changed');
alter table fairness_chain enable always trigger append_only_update;
alter table fairness_chain enable always trigger append_only_delete;

-- The first key of this database, sealed with the newest: written once everything else is sealed with that, so that a node which has only the
-- newest key starts from then on, and one which lacks it does not.
create table sealed_root (
  only_row boolean primary key default true check (only_row),
  sealed bytea not null check (octet_length(sealed) > 36)
);
