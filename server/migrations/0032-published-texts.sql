-- Texts that operators write: their drafts, and every version that was published.

create table content_draft (
  kind text not null check (kind in ('help', 'tip', 'notice', 'document')),
  -- Id of the text; of a document its name without the version.
  id text not null check (id ~ '^[A-Za-z0-9-]{2,40}$'),
  -- { "en": { "title", "body" }, … }: the languages that are written.
  texts jsonb not null,
  saved_by text collate "C" not null references operator (name),
  -- Wall time.
  saved_at timestamptz not null default now(),
  primary key (kind, id)
);

-- What members read is the newest version. Its texts are copied into content_text when it is published.
create table content_version (
  kind text not null check (kind in ('help', 'tip', 'notice', 'document')),
  id text not null,
  version integer not null check (version > 0),
  -- As those of a draft, complete.
  texts jsonb not null,
  -- Null: these texts shipped with the app.
  published_by text collate "C" references operator (name),
  -- Wall time, as the operators' log has it.
  published_at timestamptz(3),
  reason text not null default '' check (length(reason) <= 200),
  primary key (kind, id, version),
  foreign key (kind, id) references content (kind, id),
  check ((published_by is null) = (published_at is null))
);

select ledger.append_only('content_version', 'a published version stays what it was');

create function guard_content_version() returns trigger language plpgsql as $$
begin
  if new.version > 1 and not exists (
    select from content_version where kind = new.kind and id = new.id and version = new.version - 1
  ) then
    raise exception 'version % of % has nothing before it', new.version, new.id using errcode = 'restrict_violation';
  end if;
  if new.published_by is not null then
    new.published_at := now();
  end if;
  return new;
end $$;

create trigger content_version_in_order before insert on content_version
  for each row execute function guard_content_version();
alter table content_version enable always trigger content_version_in_order;

-- A version is published by an act in the operators' log, of the same transaction, or not at all.
create function require_act_of_content_version() returns trigger language plpgsql as $$
begin
  if not exists (
    select from operator_act where operator = new.published_by and at = new.published_at
      and act in ('contentPublished', 'contentPutBack') and subject = new.kind || ' ' || new.id
  ) then
    raise exception 'version % of % is in no act of the log', new.version, new.id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create constraint trigger content_version_is_an_act after insert on content_version
  deferrable initially deferred for each row when (new.published_by is not null)
  execute function require_act_of_content_version();
alter table content_version enable always trigger content_version_is_an_act;
