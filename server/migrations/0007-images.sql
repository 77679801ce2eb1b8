-- Images uploaded by members and drawn again, and the deposits they prove. Wall time: an image is kept for a day until it is
-- attached, however fast the product clock runs.

create table image (
  member_id bigint not null references member (id),
  id text not null,
  -- Of the stored bytes: the same picture sent twice is one image.
  hash bytea not null check (length(hash) = 32),
  webp bytea not null check (length(webp) between 1 and 5242880),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  uploaded_at timestamptz not null default now(),
  -- What the image is attached to, final once set; null before.
  holder text,
  -- Thumbnail for lists; null when none was drawn.
  small bytea check (length(small) between 1 and 65536),
  primary key (member_id, id)
);

create unique index image_waiting_once on image (member_id, hash) where holder is null;
create index image_waiting on image (uploaded_at) where holder is null;

-- Every file that a member sent within a day, with its result: attempts are counted, and a repeated file is not decoded again.
create table image_upload (
  member_id bigint not null references member (id),
  uploaded_at timestamptz not null default now(),
  -- SHA-256 of the file as sent.
  sent_hash bytea not null check (length(sent_hash) = 32),
  -- The resulting image; null while it is drawn, and for a file that gave none.
  image_id text,
  is_damaged boolean not null default false
);

create index image_upload_of_member on image_upload (member_id, uploaded_at);
