import { expect, test } from 'vitest';
import { firstWeekDays } from '#core/invitations/rules.ts';
import { faultsOf } from '#server/ledger/ledger.fixture.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { randomFrom } from '#server/test/random.fixture.ts';
import { checkIn } from './check-in.ts';

const zones = [
  ...['UTC', 'Asia/Tokyo', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Havana', 'Africa/Cairo'],
  ...['Australia/Lord_Howe', 'Antarctica/Troll', 'Africa/Casablanca', 'America/Edmonton', 'Asia/Kathmandu'],
];

test('random histories of several members who move between zones agree with a plain model, first week included', async () => {
  const database = await createTestDatabase();
  const clock = createTestClock(Date.UTC(2026, 8, 15));
  const { pool } = database;
  const nodes = [0, 1].map(() => ({ pool, clock, ledger: openLedger({ pool, clock }) }));
  const nodeAt = (place: number) => nodes[place % 2] as (typeof nodes)[number];
  const random = randomFrom(29);
  try {
    const model = new Map<bigint, PlainMember>();
    for (const zone of zones.slice(0, 6)) model.set(await insertMember(database, zone), new PlainMember(zone));
    // Two months, in which clocks change in most of these zones.
    for (let step = 0; step < 700; step++) {
      clock.advance(Math.floor(random.next() * 4 * 3_600_000));
      const [memberId, plain] = random.of([...model]);
      if (random.chance(0.25)) {
        plain.zone = random.of(zones);
        await pool.query('update member set time_zone = $2 where id = $1', [memberId, plain.zone]);
      }
      const calls = random.chance(0.3) ? [0, 1] : [step];
      const results = await Promise.all(
        calls.map((place) =>
          checkIn(nodeAt(place), memberId).then(
            ({ points }) => points,
            (error: { code?: string }) => error.code ?? String(error),
          ),
        ),
      );
      const earned = plain.checkIn(clock.now());
      const expected = earned === null ? [] : [earned];
      expect(results.filter((result) => result !== 'alreadyCheckedIn')).toEqual(expected);
    }
    for (const [memberId, { points, weekAt }] of model) {
      expect((await nodeAt(0).ledger.balancesOf(memberId))?.assistance).toBe(BigInt(points));
      const { rows } = await pool.query('select reached_at from milestone where member_id = $1', [memberId]);
      expect(rows).toEqual(weekAt === null ? [] : [{ reached_at: new Date(weekAt) }]);
    }
    expect([...model.values()].some(({ weekAt }) => weekAt !== null)).toBe(true);
    expect(await faultsOf(database)).toEqual([]);
  } finally {
    await Promise.all(nodes.map(({ ledger }) => ledger.close()));
    await database.drop();
  }
});

const perWeekday: Readonly<Record<string, number>> = { Mon: 1, Tue: 5, Wed: 10, Thu: 20, Fri: 30, Sat: 40, Sun: 50 };

/** The rules again, by what a calendar on the wall shows: no bounds of days, no keys. */
class PlainMember {
  zone: string;
  points = 0;
  weekAt: number | null = null;
  #days = 0;
  #latest: { readonly date: string; readonly zone: string } | null = null;

  constructor(zone: string) {
    this.zone = zone;
  }

  /** The points, or null where the day has counted, or the latest one goes on where it was counted. */
  checkIn(at: number): number | null {
    const date = dateIn(this.zone, at);
    const latest = this.#latest;
    if (latest && (date <= latest.date || dateIn(latest.zone, at) <= latest.date)) return null;
    this.#latest = { date, zone: this.zone };
    this.#days += 1;
    if (this.#days === firstWeekDays) this.weekAt = at;
    const weekday = new Intl.DateTimeFormat('en', { timeZone: this.zone, weekday: 'short' }).format(at);
    this.points += perWeekday[weekday] ?? Number.NaN;
    return perWeekday[weekday] ?? Number.NaN;
  }
}

/** As a Swede writes it: year, month, day. */
const dateIn = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);
