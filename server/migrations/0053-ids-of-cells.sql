-- Ids of members are of cells 0 to 1,023: beyond them a member would have no number of sixteen digits.
alter table member add constraint member_id_of_a_cell check (id < 1125899906842624);
