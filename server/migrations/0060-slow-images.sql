-- A drawing is noted before it begins: one that took too long, or that its node did not survive, is not begun again and again.
alter table image_upload
  -- When the drawing of this file began; null before, and for a file that was refused without being decoded.
  add column drawing_at timestamptz,
  -- Whether it took too long.
  add column is_slow boolean not null default false;
