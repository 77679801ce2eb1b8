-- Images that members sent, drawn afresh, and the deposit that one of them is the proof of. Wall time: an image waits a day for
-- what it is to belong to, however fast the product's clock runs.

create table image (
  member_id bigint not null references member (id),
  id text not null,
  -- Of the bytes kept: the same picture sent twice is one image.
  hash bytea not null check (length(hash) = 32),
  webp bytea not null check (length(webp) between 1 and 5242880),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  uploaded_at timestamptz not null default now(),
  -- What it belongs to, once and for all; null while it belongs to nothing.
  holder text,
  -- The same picture for lists; null where none was drawn.
  small bytea check (length(small) between 1 and 65536),
  primary key (member_id, id)
);

create unique index image_waiting_once on image (member_id, hash) where holder is null;
create index image_waiting on image (uploaded_at) where holder is null;

-- Every file that a member sent within a day, and what became of it: tries are counted, and a file sent again is not decoded again.
create table image_upload (
  member_id bigint not null references member (id),
  uploaded_at timestamptz not null default now(),
  -- SHA-256 of the file as it was sent.
  sent_hash bytea not null check (length(sent_hash) = 32),
  -- The image that it became; null while it is being drawn, and where it became none.
  image_id text,
  is_damaged boolean not null default false
);

create index image_upload_of_member on image_upload (member_id, uploaded_at);
