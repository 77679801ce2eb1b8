-- A recovery that took an operator's freeze over left it as nobody's, so that lifting a later one of an operator opened the account.
update account_freeze set by_member = true where held_by is null and not by_member;
