-- Texts that members read, in their languages, and what they have read of them and agreed to.

create table content (
  kind text not null check (kind in ('help', 'tip', 'rule', 'document', 'notice')),
  -- As calls name it. A document's is its name and version, "terms-v1"; a notice's begins with the time of publishing.
  id text not null check (id ~ '^[A-Za-z0-9-]{2,40}$'),
  place smallint not null,
  -- Name of the folder it was loaded from; null: written by an operator.
  seed text,
  -- Product time.
  published_at timestamptz not null,
  -- No longer shown: its folder is gone (and with the folder it comes back), or an operator took it away.
  withdrawn_by text check (withdrawn_by in ('folder', 'operator')),
  primary key (kind, id),
  unique (kind, seed)
);

create table content_text (
  kind text not null,
  id text not null,
  locale text not null check (locale in ('en', 'thai', 'vnf', 'tc', 'zh', 'jp')),
  title text not null check (length(title) between 1 and 200),
  -- The format of server/content/README.md. Parsed into plain blocks when it is read; there is no markup in it.
  body text not null check (length(body) <= 40000),
  -- SHA-256 of the file it was loaded from. Null: an operator has written it, and no file replaces it.
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

-- A document that somebody has accepted stays as it was read: a new wording is a new version.
create function refuse_accepted_document_change() returns trigger language plpgsql as $$
begin
  if exists (select 1 from consent where document || '-v' || version = old.id and locale = old.locale) then
    raise exception 'document % was accepted as it stands: a new wording is a new version', old.id using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;

create trigger accepted_document_stays before update or delete on content_text
  for each row when (old.kind = 'document') execute function refuse_accepted_document_change();

-- A member has read the notices up to an id, and others one by one.
create table notice_read_through (
  member_id bigint primary key references member (id),
  notice_id text collate "C" not null
);

create table notice_read (
  member_id bigint not null references member (id),
  notice_id text collate "C" not null,
  primary key (member_id, notice_id)
);
