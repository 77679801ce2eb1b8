-- Plans that ended as void are counted apart on the home page: they have no result.
alter table platform_count
  add column plans_void bigint not null default 0 check (plans_void >= 0),
  add check (plans_settled + plans_void <= plans_placed);
