import { expect, test } from 'vitest';
import { type Milestone, type TeamLevel, teamLevels, teamRules } from '#core/invitations/rules.ts';
import { checkInForAWeek } from '#server/test/first-week.fixture.ts';
import { randomFrom } from '#server/test/random.fixture.ts';
import { openTeams } from './teams.fixture.ts';

const { points } = teamRules;

test('random histories of joining, verifying, checking in for a week and leaving agree with a plain model', async () => {
  const random = randomFrom(13);
  const world = await openTeams();
  try {
    const model = new PlainTeams();
    for (let step = 0; step < 400; step++) {
      const all = [...model.inviterOf.keys()];
      const choice = Math.floor(random.next() * 10);
      if (all.length < 3 || choice < 4) {
        const inviter = all.length > 0 && choice > 0 ? random.of(all) : null;
        model.join(await world.join(inviter), inviter);
      } else if (choice < 7) {
        const member = random.of(all);
        await world.verify(member, `round.${step}`);
        model.reach(member, 'firstResult');
      } else if (choice === 7 && step % 3 === 0) {
        const member = random.of(all);
        await checkInForAWeek(world.node(step), member);
        model.reach(member, 'firstWeek');
      } else if (choice < 8) {
        const member = random.of(all);
        // A milestone that was reached before counts before.
        await world.reward(step);
        if (model.inviterOf.get(member) !== null) await world.leave(member);
        model.leave(member);
      } else await world.reward(step);
    }
    await world.reward();
    for (const member of model.inviterOf.keys()) {
      expect(await world.promotionOf(member)).toBe(model.points.get(member) ?? 0);
      expect((await world.levelsOf(member)).map(({ members }) => members)).toEqual(model.countsOf(member));
    }
    expect(await world.faults()).toEqual([]);
  } finally {
    await world.close();
  }
});

/** The rules again, by walking the tree. */
class PlainTeams {
  readonly inviterOf = new Map<bigint, bigint | null>();
  readonly points = new Map<bigint, number>();
  readonly #left = new Set<bigint>();
  readonly #reached = new Set<string>();

  join(member: bigint, inviter: bigint | null): void {
    this.inviterOf.set(member, inviter);
  }

  leave(member: bigint): void {
    if (this.inviterOf.get(member) !== null) this.#left.add(member);
  }

  reach(member: bigint, milestone: Milestone): void {
    const once = `${member} ${milestone}`;
    if (this.#reached.has(once)) return;
    this.#reached.add(once);
    for (const [place, inviter] of this.#above(member).entries()) {
      const level = (place + 1) as TeamLevel;
      this.points.set(inviter, (this.points.get(inviter) ?? 0) + points[milestone][level]);
    }
  }

  countsOf(member: bigint): number[] {
    return teamLevels.map(
      (level) => [...this.inviterOf.keys()].filter((other) => this.#above(other)[level - 1] === member).length,
    );
  }

  #above(member: bigint): bigint[] {
    const above: bigint[] = [];
    for (let at = member; above.length < 3 && !this.#left.has(at); ) {
      const inviter = this.inviterOf.get(at) ?? null;
      if (inviter === null) break;
      above.push(inviter);
      at = inviter;
    }
    return above;
  }
}
