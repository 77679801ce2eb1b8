import type pg from 'pg';

/** Product seconds per wall second of a clock that stands: none would be refused. */
const standing = 1e-9;

/** Sets the database's product time, by the owner of its tables. It never goes back; it stands until it is set again, unless a speed is given. */
export async function setProductTime(owner: pg.Pool, ms: number, speed = standing): Promise<void> {
  await owner.query(
    `insert into product_clock (wall_at, product_at, speed, shown_until, extended_at)
     values (clock_timestamp(), $1, $2, $1, clock_timestamp())
     on conflict (only_row) do update set wall_at = excluded.wall_at, product_at = excluded.product_at, speed = excluded.speed,
       shown_until = excluded.shown_until, extended_at = excluded.extended_at`,
    [new Date(ms), speed],
  );
}
