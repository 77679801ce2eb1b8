-- The console pages through the recoveries of all members by their ids: the primary key begins with the member.
create index account_recovery_by_id on account_recovery (id);
