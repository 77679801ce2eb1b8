-- What operators write about a member for each other. Append-only: the member takes it along in the own file, and the deletion of the
-- personal part erases it.
create table member_note (
  member_id bigint not null references member (id),
  -- Begins with the time.
  id text not null,
  operator text collate "C" not null references operator (name),
  role text not null check (role in ('owner', 'finance', 'support', 'auditor')),
  text text not null check (length(text) between 1 and 500),
  -- Wall time.
  written_at timestamptz not null default now(),
  primary key (member_id, id)
);

create function refuse_note_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_erasing(old.member_id) then
    return old;
  end if;
  raise exception 'notes on members are never changed or deleted' using errcode = 'restrict_violation';
end $$;

create trigger note_append_only before update or delete on member_note for each row execute function refuse_note_change();
create trigger not_for_deleted before insert on member_note for each row execute function refuse_for_deleted();
alter table member_note enable always trigger note_append_only;
alter table member_note enable always trigger not_for_deleted;

create function erase_member_notes() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from member_note where member_id = new.member_id;
  return null;
end $$;

-- By its name after the one that locks the member's row.
create trigger deletion_erases_notes after insert on member_deletion for each row execute function erase_member_notes();
alter table member_deletion enable always trigger deletion_erases_notes;

select ledger.never_truncated('member_note', 'notes on members are never changed or deleted');
