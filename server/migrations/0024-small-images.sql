-- The same picture for lists, beside each image: null for those that came before.
alter table image add column small bytea check (length(small) between 1 and 65536);
