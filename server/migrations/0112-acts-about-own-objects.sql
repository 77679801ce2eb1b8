-- Which withdrawal or deposit of the member an act is about, for the member's own list and file: the rest of a subject is for the log.
alter table operator_act add column about text
  generated always as (case when subject ~ '^(withdrawal|deposit) ' then split_part(subject, ' ', 2) end) stored;
