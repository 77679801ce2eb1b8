-- Texts for members in their languages, with consents and read notices.

create table content (
  kind text not null check (kind in ('help', 'tip', 'rule', 'document', 'notice')),
  -- Id in calls. Of a document its name and version, "terms-v1"; of a notice it starts with the time of publishing.
  id text not null check (id ~ '^[A-Za-z0-9-]{2,40}$'),
  place smallint not null,
  -- Name of its source folder; null: written by an operator.
  seed text,
  -- Product time.
  published_at timestamptz not null,
  -- Not shown: its folder was removed (it returns with the folder), or an operator withdrew it.
  withdrawn_by text check (withdrawn_by in ('folder', 'operator')),
  primary key (kind, id),
  unique (kind, seed)
);

create table content_text (
  kind text not null,
  id text not null,
  locale text not null check (locale in ('en', 'thai', 'vnf', 'tc', 'zh', 'jp')),
  title text not null check (length(title) between 1 and 200),
  -- The format of server/features/content/texts/README.md. Parsed into plain blocks on reading; contains no markup.
  body text not null check (length(body) <= 40000),
  -- SHA-256 of the source file. Null: written by an operator, and never replaced by a file.
  seed_hash text check (seed_hash ~ '^[0-9a-f]{64}$'),
  updated_at timestamptz not null,
  primary key (kind, id, locale),
  foreign key (kind, id) references content (kind, id)
);

-- Which version of which document a member accepted, in which language, and when (product time).
create table consent (
  member_id bigint not null references member (id),
  document text not null check (document in ('terms', 'risk')),
  version smallint not null check (version > 0),
  locale text not null check (locale in ('en', 'thai', 'vnf', 'tc', 'zh', 'jp')),
  accepted_at timestamptz not null,
  primary key (member_id, document, version)
);

create function refuse_consent_change() returns trigger language plpgsql as $$
begin
  raise exception 'what a member agreed to is never changed or deleted' using errcode = 'restrict_violation';
end $$;

create trigger consent_append_only before update or delete on consent
  for each row execute function refuse_consent_change();

-- An accepted document never changes: a new wording is a new version.
create function refuse_accepted_document_change() returns trigger language plpgsql as $$
begin
  if exists (select 1 from consent where document || '-v' || version = old.id and locale = old.locale) then
    raise exception 'document % was accepted as it stands: a new wording is a new version', old.id using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;

create trigger accepted_document_stays before update or delete on content_text
  for each row when (old.kind = 'document') execute function refuse_accepted_document_change();

-- A member has read all notices up to an id, and others individually.
create table notice_read_through (
  member_id bigint primary key references member (id),
  notice_id text collate "C" not null
);

create table notice_read (
  member_id bigint not null references member (id),
  notice_id text collate "C" not null,
  primary key (member_id, notice_id)
);
