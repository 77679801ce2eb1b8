-- The product clock of this database: from one moment of both clocks it runs at its speed. At speed 1 from the same
-- moment it is the wall clock.
create table product_clock (
  only_row boolean primary key default true check (only_row),
  wall_at timestamptz not null,
  product_at timestamptz not null,
  speed double precision not null check (speed > 0)
);
